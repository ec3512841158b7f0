/**
 * One JSON Schema in place of several that have to hold together.
 */
import type { Json, JsonObject } from "../../base/domain/Json.ts"
import { isArray, isJsonObject } from "../../base/std/Json.ts"
import { DEEPEST, type ReadingWork, constraintsOf, follow } from "./pointer.ts"

/** `undefined` if one schema cannot say it. */
export const allOf = (schemas: ReadonlyArray<Json>, root: Json, work: ReadingWork): Json | undefined =>
  merged(schemas, { root, work, open: [], done: new Set() })

interface Merge {
  readonly root: Json
  readonly work: ReadingWork
  /** The references that lead to what is merged now: a schema that contains itself cannot be merged. */
  readonly open: ReadonlyArray<string>
  /** What is merged already says nothing new, however often it is referred to. */
  readonly done: Set<string>
}

const merged = (schemas: ReadonlyArray<Json>, merge: Merge): Json | undefined => {
  let so: Json = true
  for (const next of schemas) {
    const one = resolved(next, merge)
    const whole: Json | undefined = one === undefined || (merge.work.left -= sizeOf(so)) < 0 ? undefined : both(so, one)
    if (whole === undefined) return undefined
    so = whole
  }
  return so
}

/** What merging another schema into it takes. */
const sizeOf = (schema: Json): number =>
  1 + (isJsonObject(schema) && isJsonObject(schema["properties"]) ? Object.keys(schema["properties"]).length : 0)

/** A schema with its own references and `allOf` merged into it. */
const resolved = (schema: Json, merge: Merge): Json | undefined => {
  if (!isJsonObject(schema)) return schema
  const { $ref, allOf: parts, ...rest } = schema
  if ($ref === undefined && parts === undefined) return schema
  const target = typeof $ref === "string" ? follow(merge.root, $ref) : undefined
  const beside = isArray(parts) ? parts : []
  if ($ref === undefined) return merged([rest, ...beside], merge)
  if (target === undefined || merge.open.includes(target.pointer) || merge.open.length > DEEPEST) return undefined
  const referred = merge.done.has(target.pointer) ? true : target.schema
  const whole = merged([rest, referred, ...beside], { ...merge, open: [...merge.open, target.pointer] })
  merge.done.add(target.pointer)
  return whole
}

const both = (a: Json, b: Json): Json | undefined => {
  if (a === true || b === true) return a === true ? b : a
  if (!isJsonObject(a) || !isJsonObject(b)) return a === false || b === false ? false : undefined
  const constraining = new Set(constraintsOf(b))
  const shared = constraintsOf(a).filter((key) => constraining.has(key) && !ofProperties.has(key))
  const joined = shared.map((key) => [key, join(key, a[key] ?? null, b[key] ?? null)] as const)
  if (joined.some(([, value]) => value === undefined)) return undefined
  if (joined.some(([key, value]) => key === "type" && isArray(value) && value.length === 0)) return false
  return { ...b, ...a, ...propertiesOf(a, b), ...(Object.fromEntries(joined) as JsonObject) }
}

/** Joins two values of one keyword; `undefined` if they differ and no value means both. */
const join = (key: string, a: Json, b: Json): Json | undefined => {
  if (JSON.stringify(a) === JSON.stringify(b)) return a
  if (key === "type") return commonTypes([a].flat(), [b].flat())
  if (key === "required" && isArray(a) && isArray(b)) return [...new Set([...a, ...b])]
  if (key === "enum" && isArray(a) && isArray(b)) {
    const others = new Set(b)
    return a.filter((value) => others.has(value))
  }
  if (key === "items") return { allOf: [a, b] }
  if (typeof a !== "number" || typeof b !== "number") return undefined
  if (/^(min|exclusiveMin)/.test(key)) return Math.max(a, b)
  return /^(max|exclusiveMax)/.test(key) ? Math.min(a, b) : undefined
}

const commonTypes = (a: ReadonlyArray<Json>, b: ReadonlyArray<Json>): ReadonlyArray<Json> => {
  const allows = (types: ReadonlyArray<Json>, type: Json): boolean =>
    types.includes(type) || (type === "integer" && types.includes("number"))
  return [...new Set([...a.filter((type) => allows(b, type)), ...b.filter((type) => allows(a, type))])]
}

const ofProperties = new Set(["properties", "additionalProperties"])

/** A property that only one schema names is an additional property of the other. */
const propertiesOf = (a: JsonObject, b: JsonObject): JsonObject => {
  const [of, and] = [a, b].map(({ properties }) => (isJsonObject(properties) ? properties : {}))
  const names = [...new Set([...Object.keys(of ?? {}), ...Object.keys(and ?? {})])]
  const property = (schema: JsonObject, named: JsonObject, name: string): Json =>
    (Object.hasOwn(named, name) ? named[name] : schema["additionalProperties"]) ?? true
  const properties = names.map((name): readonly [string, Json] => [
    name,
    conjunction(property(a, of ?? {}, name), property(b, and ?? {}, name))
  ])
  const said = [a, b].flatMap(({ additionalProperties }) => additionalProperties ?? [])
  return {
    ...((a["properties"] ?? b["properties"]) !== undefined && { properties: Object.fromEntries(properties) }),
    ...(said.length > 0 && { additionalProperties: said.reduce(conjunction) })
  }
}

const conjunction = (a: Json, b: Json): Json => {
  if (a === false || b === false) return false
  if (a === true || b === true) return a === true ? b : a
  return { allOf: [a, b] }
}
