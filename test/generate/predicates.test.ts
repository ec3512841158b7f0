import { describe, test } from "bun:test"
import * as Schema from "effect/Schema"
import * as SchemaTransformation from "effect/SchemaTransformation"
import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { generatedFiles, root } from "./files.ts"
import { predicatesOf } from "./predicates.ts"

describe("the generated files", () => {
  test("are what `npm run generate` writes", () => {
    for (const [path, text] of Object.entries(generatedFiles())) {
      assert.equal(readFileSync(join(root, path), "utf8"), text, `${path} is outdated: npm run generate`)
    }
  })
})

const codeOf = (schema: Schema.Top, onlyKnownKeys = true): string =>
  predicatesOf({ guards: { isRoot: [schema, "Root"] }, modules: [], onlyKnownKeys, isJson: "isJson" })

describe("the generator of predicates", () => {
  const a = Schema.Struct({ kind: Schema.Literal("a"), x: Schema.Finite })
  const refused: Readonly<Record<string, Schema.Top>> = {
    "a pattern": Schema.String.check(Schema.isPattern(/a/u)),
    "a maximum": Schema.Finite.check(Schema.isLessThanOrEqualTo(1)),
    "a filter without a name": Schema.Finite.check(Schema.makeFilter((x) => x > 1)),
    "a filter of an object": a.check(Schema.makeFilter(({ x }) => x > 1)),
    "a filter of an array": Schema.Array(a).check(Schema.isMinLength(1)),
    "a filter of a union": Schema.Union([a, Schema.String]).check(Schema.makeFilter(() => true)),
    "a filter of one of a union": Schema.Union([a.check(Schema.makeFilter(() => true))]),
    "a filter of JSON": Schema.Json.check(Schema.makeFilter(() => true)),
    "a filter of a key": Schema.Record(Schema.String.check(Schema.isMinLength(1)), a),
    "a transformation": Schema.String.pipe(Schema.decodeTo(Schema.Finite, SchemaTransformation.numberFromString)),
    "a transformation of an object": a.pipe(Schema.encodeKeys({ x: "y" })),
    "a tuple": Schema.Tuple([Schema.String]),
    "a tuple with a rest": Schema.TupleWithRest(Schema.Tuple([Schema.String]), [Schema.Finite]),
    "an object without keys": Schema.Struct({}),
    "an object with a key that is no word": Schema.Struct({ "a-b": Schema.String }),
    "an object and a record": Schema.StructWithRest(a, [Schema.Record(Schema.String, Schema.Json)]),
    "exactly one of several": Schema.Union([a, Schema.String], { mode: "oneOf" }),
    "one of none": Schema.Union([]),
    "a key that may be undefined": Schema.optional(Schema.String),
    "a big number": Schema.Literal(1n),
    anything: Schema.Unknown,
    date: Schema.Date
  }
  test.each(Object.keys(refused))("refuses %s", (name) => {
    const schema = refused[name]!
    assert.throws(() => codeOf(schema.ast._tag === "Objects" ? schema : Schema.Struct({ field: schema })))
    assert.throws(() => codeOf(Schema.Struct({ field: Schema.optionalKey(Schema.Array(schema)) })))
  })

  test("refuses a record if unknown keys are allowed, since the Schema then accepts more than plain objects", () => {
    const schema = Schema.Struct({ field: Schema.Record(Schema.String, a) })
    assert.match(codeOf(schema), /isRecordOf\(value\.field, isRootField\)/)
    assert.throws(() => codeOf(schema, false))
  })

  test("refuses two nodes that would have the same name", () => {
    const schema = Schema.Struct({
      x: Schema.Struct({ y: Schema.Struct({ a: Schema.String }) }),
      x_y: Schema.Struct({ b: Schema.String })
    })
    assert.throws(() => codeOf(schema), /RootXY, a name that is taken/)
  })

  test("checks for an optional key if keys are not counted", () => {
    const schema = Schema.Struct({ field: Schema.optionalKey(Schema.String) })
    assert.match(codeOf(schema, false), /\(!\("field" in value\) \|\| \(typeof value\.field === "string"\)\)$/)
  })
})
