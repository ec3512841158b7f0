/**
 * The type of a tool's arguments takes every value that their JSON Schema takes.
 */
import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import * as fc from "fast-check"
import type { Json, JsonObject } from "../../../src/base/domain/Json.ts"
import { validator } from "./closed.ts"
import { fitsType } from "./fits.ts"
import { samplesOf, spoilt } from "./samples.ts"

const argument = (schema: Json, more: JsonObject = {}): JsonObject => ({
  type: "object",
  properties: { a: schema },
  required: ["a"],
  ...more
})

const open = { additionalProperties: true }
const { array, constant, integer, oneof, record, subarray, uniqueArray } = fc

const count = integer({ min: 0, max: 3 })
const schemas = fc.letrec<{ readonly schema: Json; readonly object: JsonObject; readonly scalar: Json }>((tie) => ({
  scalar: oneof(
    record(
      { type: constant("string"), minLength: count, maxLength: count, pattern: constant("^[s😀]*$") },
      { requiredKeys: ["type"] }
    ),
    record(
      {
        type: oneof(constant("number"), constant("integer")),
        minimum: integer({ min: -2, max: 2 }),
        maximum: integer({ min: -2, max: 9 }),
        exclusiveMinimum: integer({ min: -2, max: 2 }),
        exclusiveMaximum: integer({ min: -2, max: 9 }),
        multipleOf: oneof(constant(0.5), constant(2))
      },
      { requiredKeys: ["type"] }
    ),
    constant({ type: "boolean" }),
    constant({ type: "null" }),
    constant({ type: "string", format: "uuid" }),
    constant({}),
    constant(false),
    record({ enum: uniqueArray(oneof(constant("s"), constant(1), constant(true), constant(null)), { minLength: 1 }) }),
    record({ const: oneof(constant("s"), constant(0), constant(null)) }),
    record({ type: subarray(["string", "integer", "boolean", "null", "array"], { minLength: 1 }), minLength: count }),
    record({ type: constant("string"), enum: constant(["s", "t", 3]), nullable: constant(false) })
  ),
  object: record(
    {
      type: constant("object"),
      properties: fc.dictionary(fc.constantFrom("a", "b", "no-name"), tie("schema"), { maxKeys: 3 }),
      required: subarray(["a", "b", "c"]),
      additionalProperties: fc.boolean(),
      minProperties: count,
      maxProperties: count
    },
    { requiredKeys: ["type"] }
  ),
  schema: oneof(
    { maxDepth: 3, withCrossShrink: true },
    tie("scalar"),
    tie("object"),
    record({ type: constant("object"), additionalProperties: tie("schema") }),
    record(
      {
        type: constant("array"),
        items: tie("schema"),
        minItems: count,
        maxItems: count,
        uniqueItems: fc.boolean()
      },
      { requiredKeys: ["type"] }
    ),
    record(
      {
        type: constant("array"),
        prefixItems: array(tie("schema"), { minLength: 1, maxLength: 2 }),
        items: tie("schema"),
        minItems: count,
        maxItems: count
      },
      { requiredKeys: ["type", "prefixItems"] }
    ),
    record({ anyOf: array(tie("schema"), { minLength: 1, maxLength: 3 }) }),
    record({ oneOf: array(tie("schema"), { minLength: 1, maxLength: 3 }) }),
    record({ type: constant("object"), anyOf: array(tie("object"), { minLength: 1, maxLength: 2 }) }).map(opened),
    record({ allOf: array(tie("object"), { minLength: 1, maxLength: 3 }) }).map(opened),
    record({ allOf: array(tie("scalar"), { minLength: 1, maxLength: 3 }) })
  )
}))

/** Where several have to hold, each has to be open for the others. */
function opened(schema: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [
      key,
      Array.isArray(value) ? value.map((part) => ({ ...part, ...open })) : value
    ])
  )
}

describe("any JSON Schema", () => {
  test("has a type that accepts all its values", () => {
    const json = fc.jsonValue({ maxDepth: 2 })
    const values = oneof(json, constant("😀"), constant("ss"), integer({ min: -3, max: 9 }))
    let refused = 0
    fc.assert(
      fc.property(schemas.schema, array(values, { maxLength: 5 }), (schema, strangers) => {
        const whole = argument(schema)
        const fits = fitsType(whole)
        const isValid = validator(whole)
        const samples = samplesOf(whole)
        for (const value of [...samples, ...samples.flatMap(spoilt), ...strangers.map((a) => ({ a: a as Json }))]) {
          if (!fits(value)) refused++
          assert.ok(fits(value) || !isValid(value), `${JSON.stringify(value)} for ${JSON.stringify(schema)}`)
        }
      }),
      { numRuns: 500 }
    )
    assert.ok(refused > 1_000)
  }, 120_000)
})
