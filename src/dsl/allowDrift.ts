/**
 * `allowDrift`: tools that their server may list otherwise than recorded.
 */
import type { Tool } from "../domain/Tool.ts"
import { type Agent, make } from "./agent.ts"
import type { Fact, Meets, Uses } from "./facts.ts"
import { type AnyServerTool, type ServerOf, targetOf } from "./faults.ts"
import type { AnyServer } from "./server.ts"

/**
 * Allows changes of tools since they were recorded: of one tool, of all that a server lists, or of a tool by its name, which
 * may be new. `--live-tools` then gives a notice of a changed tool, and still judges the cell.
 *
 * ```ts
 * asks.pipe(allowDrift(weather.tools.get_forecast, anyServer("get_tides")))
 * ```
 */
export const allowDrift =
  <const On extends readonly [DriftTarget, ...ReadonlyArray<DriftTarget>]>(...on: On) =>
  <Has extends Fact>(self: Agent<Has> & Meets<Has, Uses<ServerOf<On[number]>>>): Agent<Has> =>
    make({ ...self.node, allowedDrift: [...(self.node.allowedDrift ?? []), ...on.map(targetOf)] })

type DriftTarget = Tool<string, string, any> | AnyServer | AnyServerTool
