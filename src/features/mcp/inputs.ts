/**
 * The inputs of a tool: flags and arguments of its command, by the same table. Their JSON Schema, and argv of what a client gives.
 */
import * as Effect from "effect/Effect"
import { quoteUnknown } from "../../base/std/nearest.ts"
import { shorten } from "../../base/std/shorten.ts"
import { type Argument, type Command, defaultOf, type Flag, flagName } from "../../app/flags/Flag.ts"
import { UsageError } from "../../app/kit/UsageError.ts"

export type Input = { readonly [name: string]: unknown }

/** The flags and arguments of a command. */
type Taken = Pick<Command, "arguments" | "flags">

/** What a tool takes of its command. */
export interface Inputs {
  readonly command: Taken
  /** The flags and arguments that a client may give, in the order in which it sees them. */
  readonly names: ReadonlyArray<string>
  /** The values of inputs that are not given, where the command has another default. */
  readonly defaults?: Input
}

export const inputSchema = ({ command, defaults = {}, names }: Inputs) => ({
  type: "object" as const,
  properties: Object.fromEntries(
    names.map((name) => {
      const { description } = entryOf(command, name)
      const standard = defaults[name] ?? defaultIn(command, name)
      return [name, { ...typeOf(command, name), description, ...(standard !== undefined && { default: standard }) }]
    })
  ),
  required: names.filter((name) => "required" in entryOf(command, name)),
  additionalProperties: false
})

/** Flags first, then the words. The command checks what the types do not say. */
export const argvOf = Effect.fnUntraced(function* (inputs: Inputs, given: Input) {
  const { command, defaults, names } = inputs
  const unknown = Object.keys(given).find((name) => !names.includes(name))
  if (unknown !== undefined) {
    return yield* refused(`There is no input ${quoteUnknown(unknown, names)}.`, `There are ${names.join(", ")}.`)
  }
  const values = Object.entries({ ...defaults, ...given }).filter(([, value]) => value !== undefined)
  for (const [name, value] of values) {
    const type = typeOf(command, name)
    if (fits(type, value)) continue
    return yield* refused(`The input ${name} is ${shorten(JSON.stringify(value), 80)}.`, `Give it ${phrase(type)}.`)
  }
  const wordsOf = new Map(values)
  return [
    ...values.flatMap(([name, value]) => (name in command.flags ? flagWords(name, value) : [])),
    "--",
    ...Object.keys(command.arguments).flatMap((name) => textsOf(wordsOf.get(name)))
  ]
})

/** The paths that a client gives, by input. */
export const pathsIn = ({ command, names }: Inputs, given: Input): ReadonlyArray<readonly [string, string]> =>
  names.flatMap((name) =>
    "path" in entryOf(command, name) ? textsOf(given[name]).map((text) => [name, text] as const) : []
  )

const entryOf = (command: Taken, name: string): Flag | Argument => command.flags[name] ?? command.arguments[name]!

/** A default that is shown; an empty list says nothing. */
const defaultIn = ({ flags }: Taken, name: string): unknown => {
  const flag = flags[name]
  const value = flag === undefined ? undefined : defaultOf(flag)
  return Array.isArray(value) ? undefined : value
}

type InputType =
  | { readonly type: "boolean" | "integer" | "number" }
  | { readonly type: "string"; readonly enum?: ReadonlyArray<string> }
  | { readonly type: "array"; readonly items: { readonly type: "string" } }

const typeOf = (command: Taken, name: string): InputType => {
  const entry = entryOf(command, name)
  if ("repeatable" in entry || "variadic" in entry) return { type: "array", items: { type: "string" } }
  if (!("kind" in entry) || entry.kind === "string") return { type: "string" }
  return entry.kind === "choice" ? { type: "string", enum: entry.choices } : { type: entry.kind }
}

const fits = (type: InputType, value: unknown): boolean => {
  if (type.type === "array") return Array.isArray(value) && value.every(isWord)
  if (type.type === "string") return isWord(value) && (type.enum?.includes(value) ?? true)
  return type.type === "integer" ? Number.isSafeInteger(value) : typeof value === type.type
}

/** No program can be started with a NUL in its arguments. */
const isWord = (value: unknown): value is string => typeof value === "string" && !value.includes("\0")

const phrase = (type: InputType): string => {
  if (type.type === "array") return "a list of texts"
  if (type.type === "string") return type.enum === undefined ? "a text" : `one of ${type.enum.join(", ")}`
  return { boolean: "true or false", integer: "a whole number", number: "a number" }[type.type]
}

const flagWords = (name: string, value: unknown): ReadonlyArray<string> => {
  if (typeof value === "boolean") return [value ? `--${flagName(name)}` : `--no-${flagName(name)}`]
  return textsOf(value).map((text) => `--${flagName(name)}=${text}`)
}

const textsOf = (value: unknown): ReadonlyArray<string> =>
  value === undefined ? [] : Array.isArray(value) ? value.map(String) : [String(value)]

const refused = (what: string, hint: string): UsageError => new UsageError({ what, hint })
