/**
 * What is known of a schema without making it: its JSON Schema, as effect would write it.
 */
import type { Json, JsonObject } from "../../domain/Json.ts"

export interface Note {
  readonly json: JsonObject
  /** Whether the JSON Schema takes exactly what the schema takes: effect writes `oneOf` only over such. */
  readonly isExact: boolean
  /** A key that may be absent; nothing but a part of a struct or a tuple. */
  readonly isOptional?: true
  /** A struct or a tuple before it is closed, for what may follow in it. */
  readonly open?: { readonly kind: "struct" | "tuple"; readonly json: JsonObject }
  /** The values of a record by text. */
  readonly values?: Json
}

/** A filter, as effect writes it where the JSON Schema has that type. */
export type Check = (type: Json | undefined) => Note | undefined

const notes = new WeakMap<object, Note | Check>()

/** Remembers what is known of a schema or a filter. */
export const noted = (value: object, note: Note | Check): object => {
  notes.set(value, note)
  return value
}

export const noteOf = (value: unknown): Note | undefined => {
  const found = noteIn(value)
  return typeof found === "function" ? undefined : found
}

export const checkOf = (value: unknown): Check | undefined => {
  const found = noteIn(value)
  return typeof found === "function" ? found : undefined
}

const noteIn = (value: unknown): Note | Check | undefined =>
  (typeof value === "object" && value !== null) || typeof value === "function" ? notes.get(value) : undefined

export const exact = (json: JsonObject): Note => ({ json, isExact: true })

/** What each one gives; nothing, where one gives nothing or where there is no list. */
export const every = <A, B>(values: ReadonlyArray<A> | undefined, give: (value: A) => B | undefined) => {
  const given = values?.map(give)
  return given?.every((one) => one !== undefined) ? given : undefined
}

export const listOf = (value: unknown): ReadonlyArray<unknown> | undefined => (Array.isArray(value) ? value : undefined)
