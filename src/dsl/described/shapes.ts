/**
 * Lists, objects and choices as JSON Schema, key by key as effect writes them.
 */
import type { JsonObject } from "../../domain/Json.ts"
import { every, exact, type Note, noteOf } from "./Note.ts"

export const isAnything = (json: JsonObject): boolean => Object.keys(json).length === 0
const isNever = (json: JsonObject): boolean => JSON.stringify(json) === '{"not":{}}'
const areExact = (parts: ReadonlyArray<Note>): boolean => parts.every(({ isExact }) => isExact)

export const literal = (value: unknown): Note | undefined =>
  typeof value === "string" || typeof value === "boolean" || (typeof value === "number" && Number.isFinite(value))
    ? exact({ type: typeof value, enum: [value] })
    : undefined

export const array = ({ isExact, json }: Note): Note => ({ json: { type: "array", ...itemsOf(json) }, isExact })

const itemsOf = (json: JsonObject): JsonObject => (isAnything(json) ? {} : { items: json })

/** What may be absent comes last. */
export const tuple = (parts: ReadonlyArray<Note>): Note | undefined => {
  const required = parts.filter((part) => !part.isOptional).length
  if (parts.length === 0 || parts.slice(0, required).some((part) => part.isOptional)) return undefined
  const prefixItems = parts.map(({ json }) => json)
  const least = required > 0 && { minItems: required }
  return {
    json: { type: "array", prefixItems, maxItems: parts.length, ...least },
    isExact: areExact(parts),
    open: { kind: "tuple", json: { type: "array", prefixItems, ...least } }
  }
}

export const withRest = (from: Note | undefined, rest: Note | undefined): Note | undefined =>
  from?.open?.kind === "tuple" && rest !== undefined
    ? { json: { ...from.open.json, ...itemsOf(rest.json) }, isExact: areExact([from, rest]) }
    : undefined

export const record = ({ isExact, json }: Note): Note => {
  const values = isNever(json) ? false : json
  return { json: { type: "object", ...(!isAnything(json) && { additionalProperties: values }) }, isExact, values }
}

export const struct = (fields: unknown): Note | undefined => {
  if (typeof fields !== "object" || fields === null || Reflect.getPrototypeOf(fields) !== Object.prototype) return
  const parts = every(Reflect.ownKeys(fields), (name) => {
    const note = noteOf(Reflect.get(fields, name))
    return note && typeof name === "string" ? ([name, note] as const) : undefined
  })
  if (parts === undefined) return undefined
  if (parts.length === 0) return exact({ not: { type: "null" } })
  const required = parts.flatMap(([name, { isOptional }]) => (isOptional ? [] : name))
  const json = {
    type: "object",
    properties: Object.fromEntries(parts.map(([name, note]) => [name, note.json])),
    ...(required.length > 0 && { required })
  }
  const isExact = areExact(parts.map(([, note]) => note))
  return { json: { ...json, additionalProperties: true }, isExact, open: { kind: "struct", json } }
}

/** Values of one type are one list of values, and a choice within a choice is a part of it. */
export const union = (parts: ReadonlyArray<Note>): Note => {
  const members = parts.map(({ json }) => json)
  if (members.length === 0) return exact({ not: {} })
  const json = (members.length > 1 && oneList(members)) || {
    anyOf: members.flatMap((member) => {
      const { anyOf, ...others } = member
      return Array.isArray(anyOf) && isAnything(others) ? anyOf : [member]
    })
  }
  return { json, isExact: areExact(parts) }
}

const oneList = (members: ReadonlyArray<JsonObject>): JsonObject | undefined => {
  const type = members[0]?.["type"]
  const lists = every(members, ({ enum: values, type: own, ...others }) =>
    Array.isArray(values) && own === type && isAnything(others) ? values : undefined
  )
  const values = lists?.flat()
  return type !== undefined && values && new Set(values).size === values.length ? { type, enum: values } : undefined
}
