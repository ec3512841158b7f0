/**
 * `allowDrift`: tools that their server may list otherwise than recorded.
 */
import { type Agent, extend } from "./agent.ts"
import type { Fact, Meets, Uses } from "./facts.ts"
import { type ServerOf, type ToolTarget, targetKind, targetOf } from "./target.ts"

/**
 * Allows changes of tools since they were recorded: of one tool, of all that a server lists, or of a tool by its name, which
 * may be new. `--live-tools` then gives a notice of a changed tool, and still judges the cell.
 *
 * ```ts
 * asks.pipe(allowDrift(weather.tools.get_forecast, anyServer("get_tides")))
 * ```
 */
export const allowDrift =
  <const On extends readonly [ToolTarget, ...ReadonlyArray<ToolTarget>]>(...on: On) =>
  <Has extends Fact>(self: Agent<Has> & Meets<Has, Uses<ServerOf<On[number]>>>): Agent<Has> =>
    extend(self, (node) => ({ allowedDrift: [...(node.allowedDrift ?? []), ...on.map(targetOf)] }), flawsOf(on))

const flawsOf = (on: ReadonlyArray<ToolTarget>): ReadonlyArray<string> =>
  on.flatMap((one) => targetKind(one, "what allowDrift is given"))
