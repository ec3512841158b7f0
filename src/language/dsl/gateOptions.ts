/**
 * The names of a gate's options at run time: suites in JavaScript are not checked by types, and a misspelt option would have
 * no effect.
 */
import { isJsonObject, type Json } from "../../base/std/Json.ts"
import type { Fact } from "./facts.ts"
import { type Gate, join } from "./gate.ts"

/** Every name of an interface of options. An option that has named parts may list them in place of `true`. */
export type OptionNames<Options> = {
  readonly [Name in keyof Options]-?: true | { readonly [Part in keyof NonNullable<Options[Name]>]-?: true }
}

/** The gate, with the names among what it was given that it does not have. The plan refuses a gate with such a name. */
export const withOptions = <Options extends object, Made extends Gate<Fact>>(
  given: Options,
  names: OptionNames<Options>,
  made: Made
): Made => {
  const known = Object.keys(names)
  const unknown = [
    ...strangers(given, known, ""),
    ...Object.entries(names).flatMap(([name, parts]) => {
      const value = given[name as keyof Options] as Json | undefined
      return parts !== true && isJsonObject(value) ? strangers(value, Object.keys(parts as object), `${name}.`) : []
    })
  ]
  return unknown.length === 0
    ? made
    : (join(made.nodes.map((node) => ({ ...node, unknownOptions: unknown }))) as unknown as Made)
}

const strangers = (given: object, known: ReadonlyArray<string>, path: string) =>
  Object.keys(given)
    .filter((name) => !known.includes(name))
    .map((name) => ({ name: `${path}${name}`, known: known.map((one) => `${path}${one}`) }))
