/**
 * The schema of a tool's arguments as a recording of version 1 has it, as far as it can be compared with the server's own.
 */
import type { Json, JsonObject } from "../../base/domain/Json.ts"
import { isArray, isJsonObject } from "../../base/std/Json.ts"

/** The recorded schema if both name the same arguments and require the same, otherwise with those of the listed one. */
export const schemaAsVersion1 = (recorded: Json, listed: Json): Json => {
  if (!isPlain(recorded) || !isPlain(listed)) return recorded
  const [before, after] = [namesIn(recorded), namesIn(listed)]
  const [needed, needs] = [requiredIn(recorded), requiredIn(listed)]
  if (isSameSet(before, after) && isSameSet(needed, needs)) return recorded
  const [kept, given] = [propertiesIn(recorded), propertiesIn(listed)]
  return {
    ...recorded,
    properties: Object.fromEntries([...after].map((name) => [name, kept[name] ?? given[name] ?? true])),
    required: isSameSet(needed, needs) ? [...needed] : [...needs].toSorted()
  }
}

/** Arguments that a schema combines from parts cannot be told by name here. */
const isPlain = (schema: Json): schema is JsonObject =>
  isJsonObject(schema) && !["$ref", "$dynamicRef", "allOf", "anyOf", "oneOf"].some((key) => Object.hasOwn(schema, key))

const propertiesIn = ({ properties }: JsonObject): JsonObject => (isJsonObject(properties) ? properties : {})

const requiredIn = ({ required }: JsonObject): ReadonlySet<string> =>
  new Set(isArray(required) ? required.filter((name) => typeof name === "string") : [])

/** An argument that can have no value was left out of a generated Schema. */
const namesIn = (schema: JsonObject): ReadonlySet<string> =>
  new Set([
    ...Object.entries(propertiesIn(schema)).flatMap(([name, property]) => (allowsNothing(property) ? [] : [name])),
    ...requiredIn(schema)
  ])

const allowsNothing = (schema: Json): boolean => schema === false || JSON.stringify(schema) === '{"not":{}}'

const isSameSet = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean =>
  a.size === b.size && [...a].every((one) => b.has(one))
