/**
 * JSON Schema as the catalogue reads it: an object that names its properties, or that is a tool's arguments, has no others
 * unless its schema allows them.
 */
import { Ajv2020 } from "ajv/dist/2020.js"
import addFormats from "ajv-formats"
import type { Json, JsonObject } from "../../../src/base/domain/Json.ts"

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value)

export const closed = (schema: Json, isArguments = true): Json => {
  if (Array.isArray(schema)) return schema.map((part) => closed(part, false))
  if (!isObject(schema)) return schema
  const parts = Object.entries(schema).map(([key, value]): readonly [string, Json] => [
    key,
    key === "enum" || key === "const" || key === "required" ? value : deeper(key, value)
  ])
  const isOpen = "additionalProperties" in schema || "patternProperties" in schema
  const closes = !isOpen && ("properties" in schema || (isArguments && schema["type"] === "object"))
  return { ...Object.fromEntries(parts), ...(closes && { additionalProperties: false }) }
}

/** The keys of these are names of the user's own. */
const named = new Set(["properties", "$defs", "definitions", "patternProperties"])

const deeper = (key: string, value: Json): Json =>
  named.has(key) && isObject(value)
    ? Object.fromEntries(Object.entries(value).map(([name, part]) => [name, closed(part, false)]))
    : closed(value, false)

/** What JSON Schema itself says of a value. Formats are words to it unless asked; uuid is one that Effect has a filter for. */
export const validator = (schema: Json): ((value: Json) => boolean) => {
  const { $schema: _, ...rest } = closed(schema) as JsonObject
  const validate = addFormats
    .default(new Ajv2020({ strict: false, logger: false, validateSchema: false }), ["uuid"])
    .compile(rest)
  return (value) => validate(value)
}
