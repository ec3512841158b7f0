/**
 * What `import { Schema } from "passhat"` finds since `Schema` has a door of its own: a sentence that says so, from the
 * compiler and at run time.
 */
import { raise } from "../../base/std/tryCatch.ts"
import { type Agent, extend } from "./agent.ts"
import type { Fact, Meets, Uses } from "./facts.ts"
import { type ServerOf, type ToolTarget, targetKind, targetOf } from "./target.ts"

/** Has none of the members, so that the compiler prints its name at every use: `Moved<"to passhat/schema">`. */
export interface Moved<_Place extends string> {
  readonly "~moved": never
}

/** @deprecated Write `import { Schema } from "passhat/schema"`. */
export const Schema: Moved<"to passhat/schema"> = new Proxy(Object.create(null), {
  // Throws, because a stand-in that went on could make a check of the user's own come out true.
  get: (_, member) =>
    typeof member === "symbol"
      ? undefined
      : raise('Schema is no longer exported by passhat: take it from "passhat/schema"')
})

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
