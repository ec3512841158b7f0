/**
 * A function of a module that is loaded with its first call: most commands need few modules, and start faster without the others.
 */
import * as Effect from "effect/Effect"

type EffectFunction = (...args: ReadonlyArray<unknown>) => Effect.Effect<unknown>

/** The names of a module's functions that return an effect. */
type Lazy<Module> = {
  [Name in keyof Module]: Module[Name] extends (...args: never) => Effect.Effect<unknown, unknown, unknown>
    ? Name
    : never
}[keyof Module]

/** The function `name` of a module, typed as it is there. */
export const lazily = <Module, Name extends Lazy<Module>>(load: () => Promise<Module>, name: Name): Module[Name] => {
  const call: EffectFunction = (...args) =>
    Effect.flatMap(Effect.promise(load), (module) => (module[name] as EffectFunction)(...args))
  return call as Module[Name]
}
