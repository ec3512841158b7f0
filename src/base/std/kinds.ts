/**
 * What a value has to be, for values that no compiler has checked: a kind tells what is wrong with a value, as sentences
 * without a full stop. It never throws, whatever the getters of the value do.
 */
import { isObject } from "./Json.ts"
import { tryCatch } from "./tryCatch.ts"

/** The path is the subject of the sentences: "prompt is 5, expected a text". */
export type Kind = (value: unknown, path: string) => ReadonlyArray<string>

/** `flaws` returns undefined for a value of another kind. */
const guarded =
  (expected: string, flaws: Kind | ((value: unknown, path: string) => ReadonlyArray<string> | undefined)): Kind =>
  (value, path) =>
    tryCatch(() => flaws(value, path)) ?? [`${path} is ${shown(value)}, expected ${expected}`]

/** A kind that is one question. */
export const kind = (expected: string, is: (value: unknown) => boolean): Kind =>
  guarded(expected, (value) => (is(value) ? [] : undefined))

export const text: Kind = kind("a text", (value) => typeof value === "string")
export const name: Kind = kind("a text that is not empty", (value) => typeof value === "string" && value.trim() !== "")
/** NaN too: the reader of the number says which numbers it takes. */
export const number: Kind = kind("a number", (value) => typeof value === "number")
export const flag: Kind = kind("true or false", (value) => typeof value === "boolean")
export const code: Kind = kind("a function", (value) => typeof value === "function")
export const anything: Kind = () => []

export const optional =
  (one: Kind): Kind =>
  (value, path) =>
    value === undefined ? [] : one(value, path)

export const either = (expected: string, ...kinds: ReadonlyArray<Kind>): Kind =>
  kind(expected, (value) => kinds.some((one) => one(value, "").length === 0))

export const listOf = (one: Kind, expected = "a list"): Kind =>
  guarded(expected, (value, path) =>
    Array.isArray(value) ? Array.from(value, (member, at) => one(member, `${path}[${at}]`)).flat() : undefined
  )

/** An object with members of any name. */
export const membersOf = (one: Kind, expected = "an object"): Kind =>
  guarded(expected, (value, path) =>
    isObject(value) ? Object.entries(value).flatMap(([member, inner]) => one(inner, `${path}.${member}`)) : undefined
  )

/** An object with these members; it may have others. The path of a member begins with `prefix`. */
export const fields = (kinds: { readonly [name: string]: Kind }, prefix = "", expected = "an object"): Kind =>
  guarded(expected, (value) =>
    isObject(value)
      ? Object.entries(kinds).flatMap(([member, one]) => readMember(value, member, one, `${prefix}${member}`))
      : undefined
  )

/** A value in a sentence. */
export const shown = (value: unknown): string =>
  tryCatch(
    () => {
      if (typeof value === "string") return JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}...` : value)
      if (typeof value === "symbol" || typeof value === "function") return `a ${typeof value}`
      if (typeof value !== "object" || value === null) return String(value)
      return Array.isArray(value) ? "a list" : "an object"
    },
    () => "an object that cannot be read"
  )

const readMember = (of: object, member: string, one: Kind, path: string): ReadonlyArray<string> => {
  const read = tryCatch(() => ({ value: Reflect.get(of, member) as unknown }))
  return read === undefined ? [`${path} cannot be read`] : one(read.value, path)
}
