import assert from "node:assert/strict"
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { Ajv2020 } from "ajv/dist/2020.js"
import { describe, test } from "bun:test"
import * as Result from "effect/Result"
import type { Json } from "../../../src/base/domain/Json.ts"
import { jsonSchema } from "../../../src/language/metrics/jsonSchema.ts"
import { doubled } from "./doubled.ts"
import failures from "./jsonSchema.failures.json" with { type: "json" }

const diffs = (schema: Json, value: Json) => {
  const checked = jsonSchema(schema, value)
  if ("unusable" in checked) throw new Error(checked.unusable)
  return checked
}
const refusal = (schema: Json, value: Json = null) => {
  const checked = jsonSchema(schema, value)
  assert.ok("unusable" in checked)
  return checked.unusable
}

describe("jsonSchema", () => {
  test("a valid value has no diffs", () => {
    assert.deepEqual(diffs({ type: "object", required: ["city"] }, { city: "Sacramento" }), [])
    assert.deepEqual(diffs(true, 1), [])
  })

  test("a pattern takes a bounded amount of work, and a value that needs more is not judged", () => {
    const long = `${"a".repeat(10_000)}!`
    assert.equal(diffs({ pattern: "^(a+)+$" }, long).length, 1)
    assert.equal(diffs({ patternProperties: { "^(a|a)*$": false } }, { [long]: 1 }).length, 0)
    assert.equal(refusal({ pattern: "(a+)\\1+$" }, long), "one of its patterns takes too much work with this value")
    assert.deepEqual(diffs({ pattern: "(a+)\\1+$" }, "aa"), [])
  })

  test("references take a bounded amount of work, and a value that needs more is not judged", () => {
    const tooMuch = "its references take too much work with this value"
    for (const applied of ["allOf", "anyOf", "oneOf"]) {
      const schema = doubled({ type: "string" }, 40, (one) => ({ [applied]: [one, one] }))
      assert.equal(refusal(schema, 1), tooMuch, applied)
      assert.equal(refusal({ ...schema, $ref: "#/$defs/a9", not: { $ref: "#/$defs/a40" } }, "x"), tooMuch, applied)
    }
    assert.equal(refusal(doubled({ type: "string" }, 40), "x"), tooMuch)
    const dynamic = {
      $dynamicAnchor: "node",
      properties: { of: { allOf: Array.from({ length: 9 }, () => ({ $dynamicRef: "#node" })) } }
    }
    const deep = (levels: number): Json => (levels === 0 ? {} : { of: deep(levels - 1) })
    assert.equal(refusal(dynamic, deep(20)), tooMuch)
    assert.deepEqual(diffs(dynamic, deep(3)), [])
  })

  test("an error of a schema that is referred to twice is named once", () => {
    assert.deepEqual(diffs(doubled({ type: "string" }, 12), 1), [
      { path: "", expected: { type: "string" }, actual: 1, reason: "must be string" }
    ])
    assert.equal(
      diffs({ allOf: [{ $ref: "#/$defs/a" }, { $ref: "#/$defs/a" }], $defs: { a: { required: ["x", "y"] } } }, {})
        .length,
      2
    )
  })

  test("what is referred to often is compiled once", () => {
    const $defs = {
      a: { properties: Object.fromEntries(Array.from({ length: 2_000 }, (_, at) => [`p${at}`, { type: "string" }])) }
    }
    const properties = Object.fromEntries(Array.from({ length: 2_000 }, (_, at) => [`q${at}`, { $ref: "#/$defs/a" }]))
    assert.equal(diffs({ $defs, properties }, { q9: { p7: 1 } }).length, 1)
  })

  test("every error is named with its path", () => {
    const schema = {
      properties: { items: { items: { type: "integer", minimum: 3 } }, "a/b": { type: "string" }, "0": { const: 1 } }
    }
    assert.deepEqual(diffs(schema, { items: [3, 1, "x"], "a/b": 1, "0": 2 }), [
      { path: "0", expected: { const: 1 }, actual: 2, reason: "must be equal to constant" },
      { path: "a/b", expected: { type: "string" }, actual: 1, reason: "must be string" },
      { path: "items[1]", expected: { minimum: 3 }, actual: 1, reason: "must be >= 3" },
      { path: "items[2]", expected: { type: "integer" }, actual: "x", reason: "must be integer" }
    ])
  })

  test("a surplus property is named by its own path", () => {
    assert.deepEqual(
      diffs({ additionalProperties: false }, { "a.b": 1 }).map(({ path, actual }) => ({ path, actual })),
      [{ path: '["a.b"]', actual: 1 }]
    )
  })

  test("formats are checked", () => {
    assert.deepEqual(diffs({ format: "email" }, "a@example.com"), [])
    assert.equal(diffs({ format: "email" }, "nobody").length, 1)
  })

  test("inherited properties are not read", () => {
    assert.equal(diffs({ required: ["constructor", "toString"] }, {}).length, 2)
  })

  test("schemas that differ in key order alone give the same diffs", () => {
    const value = { a: "x", b: "y" }
    assert.deepEqual(
      diffs({ properties: { a: { type: "null" }, b: { type: "null" } } }, value),
      diffs({ properties: { b: { type: "null" }, a: { type: "null" } } }, value)
    )
  })

  test("one schema cannot refer to another that was used before", () => {
    assert.deepEqual(diffs({ $id: "http://example.com/seen", type: "string" }, "x"), [])
    assert.equal(
      refusal({ $ref: "http://example.com/seen" }),
      "can't resolve reference http://example.com/seen from id #"
    )
  })

  test("a schema that cannot be used is an error, whatever the value", () => {
    assert.match(refusal({ type: "text" }), /^schema is invalid/)
    assert.equal(refusal({ pattern: "(" }), "one of its patterns is not a regular expression")
    assert.equal(refusal({ $ref: "#" }), "it refers to itself without end")
    assert.equal(refusal({ $async: true, type: "string" }), "$async is not part of JSON Schema")
    assert.match(refusal({ $schema: "http://json-schema.org/draft-07/schema#" }), /^no schema with key or ref/)
    for (const schema of [null, 5, "string", []]) assert.equal(refusal(schema), "it must be an object or a boolean")
  })
})

describe("the size of a schema and of its errors is bounded", () => {
  const nested = (levels: number): Json => {
    let schema: Json = { type: "string" }
    for (let level = 1; level < levels; level++) schema = { not: schema }
    return schema
  }

  test("a schema that is nested deeper than 128 levels is refused before anything reads it", () => {
    assert.deepEqual(diffs(nested(127), "x"), [])
    for (const levels of [129, 100_000]) assert.equal(refusal(nested(levels)), "it is nested deeper than 128 levels")
  })

  test("a schema with more than 10,000 schemas inside it is refused", () => {
    const anyOf = Array.from({ length: 10_000 }, (_, at) => ({ const: at }))
    assert.equal(refusal({ anyOf }), "it has more than 10000 schemas inside it")
  })

  test("of more than a hundred errors the first hundred are shown, each of which has the whole list of names", () => {
    assert.equal(diffs({ required: Array.from({ length: 5_000 }, (_, at) => `name${at}`) }, {}).length, 100)
  })

  test("whether elements are unique is found in one pass, with the pair that ajv names", () => {
    const long = Array.from({ length: 50_000 }, (_, at) => ({ at }))
    assert.deepEqual(diffs({ uniqueItems: true }, long), [])
    assert.equal(
      diffs({ uniqueItems: true }, [{ a: 1, b: 2 }, 5, { b: 2, a: 1 }])[0]?.reason,
      "must NOT have duplicate items (items ## 0 and 2 are identical)"
    )
  })
})

interface Group {
  readonly description: string
  readonly schema: Json
  readonly tests: ReadonlyArray<{ readonly description: string; readonly data: Json; readonly valid: boolean }>
}

const suite = join(import.meta.dirname, "../../../../shared/data/json-schema-2020-12")
const cases = (): ReadonlyArray<{ readonly file: string; readonly group: Group }> =>
  readdirSync(suite, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".json"))
    .toSorted()
    .flatMap((file) =>
      (JSON.parse(readFileSync(join(suite, file), "utf8")) as ReadonlyArray<Group>).map((group) => ({ file, group }))
    )

/** The cases that a validator gets wrong. A validator that refuses a schema gives undefined. */
const wrong = (validity: (schema: Json) => (data: Json) => boolean | undefined): ReadonlyArray<string> =>
  cases().flatMap(({ file, group }) => {
    const valid = validity(group.schema)
    return group.tests
      .filter(({ data, valid: expected }) => valid(data) !== expected)
      .map((one) => [file, group.description, one.description].join(" / "))
  })

const ours = (schema: Json) => (data: Json) => {
  const checked = jsonSchema(schema, data)
  return "unusable" in checked ? undefined : checked.length === 0
}

const plainAjv = (schema: Json) => {
  const ajv = new Ajv2020({ strict: false, logger: false, validateFormats: false, validateSchema: false })
  const validate = Result.try(() => ajv.compile(schema as object))
  return (data: Json) =>
    Result.getOrUndefined(Result.flatMap(validate, (run) => Result.try(() => run(data) as boolean)))
}

describe.skipIf(!existsSync(suite))("the official JSON Schema 2020-12 suite (skipped where its data is absent)", () => {
  test("fails exactly where jsonSchema.failures.json says and why", () => {
    assert.deepEqual(
      wrong(ours),
      failures.map(({ file, description, test: name }) => [file, description, name].join(" / "))
    )
    assert.ok(failures.every(({ reason }) => reason.length > 0))
  }, 60_000)

  test("fails less often than ajv by itself, which checks no formats", () => {
    assert.ok(failures.length <= wrong(plainAjv).length)
  }, 60_000)
})
