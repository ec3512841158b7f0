/**
 * The schemas of catalogues, written as JSON Schema exactly as effect writes them. What is not plain, effect writes.
 */
import type { JsonObject } from "../../domain/Json.ts"
import { every, exact, listOf, type Note, noteOf } from "./Note.ts"
import { array, isAnything, literal, record, struct, tuple, union, withRest } from "./shapes.ts"

const safe = Number.MAX_SAFE_INTEGER
/** To effect, a value of JSON is more than just any value. */
const anything: Note = { json: {}, isExact: false }
const [String, Null] = [exact({ type: "string" }), exact({ type: "null" })]

export const keywords: { readonly [name: string]: Note } = {
  Any: exact({}),
  Boolean: exact({ type: "boolean" }),
  Finite: exact({ type: "number" }),
  Int: exact({ type: "integer", minimum: -safe, maximum: safe }),
  Json: anything,
  Natural: exact({ type: "integer", minimum: 0, maximum: safe }),
  Never: exact({ not: {} }),
  NonEmptyString: exact({ type: "string", minLength: 1 }),
  Null,
  String,
  Unknown: anything
}

type Construct = (...args: ReadonlyArray<unknown>) => Note | undefined

/** Nothing, where an argument is not known to it. */
const written: { readonly [name: string]: Construct } = {
  Array: (item) => of(item, array),
  Literal: (value) => literal(value),
  Literals: (values) => {
    const literals = every(listOf(values), literal)
    return literals && union(literals)
  },
  NonEmptyArray: (item) => of(item, (part) => withRest(tuple([part]), part)),
  NullOr: (schema) => of(schema, (part) => union([part, Null])),
  Record: (key, values) => (noteOf(key) === String ? of(values, record) : undefined),
  Struct: (fields) => struct(fields),
  StructWithRest: (fields, records) => {
    const [from, rest] = [noteOf(fields), every(listOf(records), partOf)]
    const values = rest?.length === 1 ? rest[0]?.values : undefined
    if (from?.open?.kind !== "struct" || rest === undefined || values === undefined) return undefined
    const json = { ...from.open.json, allOf: [{ type: "object", additionalProperties: values }] }
    return { json, isExact: [from, ...rest].every(({ isExact }) => isExact) }
  },
  Tuple: (elements) => {
    const parts = every(listOf(elements), noteOf)
    return parts && tuple(parts)
  },
  TupleWithRest: (elements, rest) => {
    const parts = every(listOf(rest), partOf)
    return parts?.length === 1 ? withRest(noteOf(elements), parts[0]) : undefined
  },
  Union: (members, options) => {
    const parts = every(listOf(members), partOf)
    if (parts === undefined || options === undefined) return parts && union(parts)
    const isOne = JSON.stringify(options) === '{"mode":"oneOf"}' && parts.length > 0
    return isOne && parts.every(({ isExact }) => isExact) ? exact({ oneOf: parts.map(({ json }) => json) }) : undefined
  },
  optionalKey: (schema) => of(schema, ({ isExact, json }) => ({ json, isExact, isOptional: true }))
}

/** An argument more than it knows of is not known either. */
export const constructs: { readonly [name: string]: Construct } = Object.fromEntries(
  Object.entries(written).map(([name, write]) => [
    name,
    (...args) => (args.length <= write.length ? write(...args) : undefined)
  ])
)

/** An optional key is a part of structs and tuples alone. */
const partOf = (schema: unknown): Note | undefined => {
  const note = noteOf(schema)
  return note?.isOptional ? undefined : note
}

const of = (schema: unknown, write: (part: Note) => Note | undefined): Note | undefined => {
  const part = partOf(schema)
  return part && write(part)
}

/** What a schema says of itself to its readers. */
export const annotated = (note: Note, [annotations]: ReadonlyArray<unknown>): Note | undefined => {
  if (typeof annotations !== "object" || annotations === null || note.isOptional) return undefined
  const { description, title, ...others } = annotations as JsonObject
  const said = { ...(title !== undefined && { title }), ...(description !== undefined && { description }) }
  const isPlain =
    isAnything(others) &&
    !isAnything(note.json) &&
    Object.values(said).every((text) => typeof text === "string") &&
    !["title", "description", "oneOf", "allOf"].some((key) => key in note.json)
  return isPlain ? { json: { ...note.json, ...said }, isExact: note.isExact } : undefined
}
