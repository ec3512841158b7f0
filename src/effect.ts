/**
 * `passhat/effect`: the same names over the user's own copy of effect, with all of its `Schema`, the services of the
 * interpreter, its layers, and the interpreter itself.
 */
export * from "./index.ts"
export { interpret, type InterpretOptions } from "./doors/interpret.ts"
export * as Layers from "./engine/layers/Layers.ts"
export * as Services from "./engine/services/Services.ts"
export * as Schema from "effect/Schema"
