/**
 * Checks a value against a JSON Schema 2020-12, formats included. It never fetches anything: a schema with a reference
 * outside itself is unusable.
 *
 * Ajv is slow to load, so callers get this function as an argument instead of importing it.
 */
import { _, Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js"
import addFormats from "ajv-formats"
import { tryCatch } from "../../base/std/tryCatch.ts"
import type { Json, JsonObject } from "../../base/domain/Json.ts"
import type { Diff, JsonSchemaCheck, UnusableSchema } from "../../base/domain/matching/Matcher.ts"
import { canonicalJson } from "../../base/std/canonicalJson.ts"
import { isArray, isJsonObject } from "../../base/std/Json.ts"
import { atIndex, atKey } from "../../base/std/path.ts"
import { beginWork, bounded, boundedRegExp, excessSize, excessWork } from "./internal/schemaWork.ts"

export const jsonSchema: JsonSchemaCheck = (schema, value) => {
  const validate = validatorOf(schema)
  if ("unusable" in validate) return validate
  beginWork()
  const found = tryCatch(
    () => (validate(value) ? [] : different(validate.errors ?? []).map((error) => diff(value, error))),
    unusable
  )
  const excess = excessWork()
  return excess === undefined ? found : { unusable: excess }
}

/** Each shows the whole of what was expected: the list of all names that are required, for each that is missing. */
const MOST_ERRORS = 100

/** A schema that is referred to twice finds the same error twice. */
const different = (errors: ReadonlyArray<ErrorObject>): ReadonlyArray<ErrorObject> => {
  const found = new Map<string, ErrorObject>()
  for (const error of errors) {
    if (found.size === MOST_ERRORS) break
    found.set(JSON.stringify([error.instancePath, error.schemaPath, error.params]), error)
  }
  return [...found.values()]
}

type Validator = ValidateFunction | UnusableSchema

const validators = new Map<string, Validator>()

/**
 * Schemas that differ only in the order of their keys share a validator, so that they give their errors in the same
 * order.
 */
const validatorOf = (schema: Json): Validator => {
  if (!isJsonObject(schema) && typeof schema !== "boolean") return { unusable: "it must be an object or a boolean" }
  if (isJsonObject(schema) && "$async" in schema) return { unusable: "$async is not part of JSON Schema" }
  const excess = excessSize(schema)
  if (excess !== undefined) return { unusable: excess }
  const text = canonicalJson(schema)
  const validator = validators.get(text) ?? tryCatch(() => compile(JSON.parse(text)), unusable)
  validators.set(text, validator)
  return validator
}

/**
 * Each schema has its own Ajv instance, so that it cannot refer to a schema that was used earlier. The check of the
 * schema itself, which costs the most, is shared.
 */
const compile = (schema: boolean | object): ValidateFunction => {
  grammar.validateSchema(schema, true)
  return bounded(addFormats.default(new Ajv2020({ ...options, validateSchema: false })), _).compile(schema)
}

const options = {
  allErrors: true,
  verbose: true,
  strict: false,
  ownProperties: true,
  logger: false,
  // What is referred to often would be compiled as often.
  inlineRefs: false,
  code: { regExp: boundedRegExp }
} as const
const grammar = new Ajv2020(options)

/** Two messages are written here, because the runtimes' own messages differ. */
const unusable = (thrown: unknown): UnusableSchema => {
  if (thrown instanceof RangeError) return { unusable: "it refers to itself without end" }
  if (thrown instanceof SyntaxError) return { unusable: "one of its patterns is not a regular expression" }
  return { unusable: thrown instanceof Error ? thrown.message : String(thrown) }
}

const diff = (value: Json, { instancePath, keyword, message, params, schema }: ErrorObject): Diff => ({
  ...located(value, instancePath, params["additionalProperty"] ?? params["unevaluatedProperty"]),
  expected: { [keyword]: schema as Json },
  reason: message ?? `must satisfy ${keyword}`
})

/** A JSON pointer as a dot path, with the value at it. Only the value tells an index from a key of digits. */
const located = (value: Json, pointer: string, surplus?: string): Pick<Diff, "path" | "actual"> => {
  const keys = pointer
    .split("/")
    .slice(1)
    .map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"))
  return [...keys, ...(surplus === undefined ? [] : [surplus])].reduce(
    ({ path, actual }, key) =>
      isArray(actual)
        ? { path: atIndex(path, Number(key)), actual: actual[Number(key)] as Json }
        : { path: atKey(path, key), actual: (actual as JsonObject)[key] as Json },
    { path: "", actual: value }
  )
}
