/**
 * Schemas that are described say what effect's own would say, and are effect's own for whoever asks.
 */
import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import * as Result from "effect/Result"
import * as Whole from "effect/Schema"
import * as fc from "fast-check"
import { catalogueSource } from "../../../src/cli/types/catalogueSource.ts"
import { noteOf } from "../../../src/dsl/described/Note.ts"
import * as Ours from "../../../src/dsl/Schema.ts"
import { inputSchema } from "../../../src/plan/inputSchema.ts"
import { root } from "../../cli/project.ts"
import { evaluate } from "../../cli/types/evaluate.ts"
import { nameOf, toolLists, toolsOf } from "../../cli/types/toolLists.ts"
import { type Any, facade } from "./facade.ts"
import { plans } from "./plans.ts"

const jsonSchemaOf = (schema: Any): string => {
  const { definitions, schema: json } = Whole.toJsonSchemaDocument(schema)
  assert.deepEqual(definitions, {})
  return JSON.stringify(json)
}

test("a described schema has the JSON Schema that effect writes, key by key, and refuses what effect refuses", () => {
  const { Schema } = facade()
  let described = 0
  fc.assert(
    fc.property(plans, (plan) => {
      const [ours, whole] = [Result.try(() => plan(Schema)), Result.try(() => plan(Whole))]
      assert.equal(ours._tag, whole._tag)
      if (Result.isFailure(ours) || Result.isFailure(whole)) return
      const written = Result.try(() => jsonSchemaOf(whole.success))
      const note = noteOf(ours.success)
      if (note !== undefined) {
        described += 1
        assert.equal(JSON.stringify(note.json), Result.getOrThrow(written))
      }
      assert.equal(Result.getOrNull(Result.try(() => jsonSchemaOf(ours.success))), Result.getOrNull(written))
    }),
    { numRuns: 2000, includeErrorInReport: true }
  )
  assert.ok(described > 200, `${described} were described`)
})

test("the catalogues of this repository are written without effect", () => {
  for (const name of ["invoices", "issues", "weather"]) {
    const source = readFileSync(join(root, `suites/servers/${name}.ts`), "utf8")
    const { loads, Schema } = facade()
    const [ours, whole] = [evaluate(source, Schema), evaluate(source)]
    for (const [tool, { args }] of Object.entries(ours.tools)) {
      assert.equal(JSON.stringify(inputSchema(args)), JSON.stringify(inputSchema(whole.tools[tool]!.args)))
    }
    assert.equal(loads(), 0)
  }
})

describe.skipIf(toolLists.length === 0)("the generated catalogue of a real server", () => {
  test.each(toolLists)("%s is written as effect would, and without it unless a schema contains itself", (file) => {
    const source = catalogueSource(nameOf(file), { command: ["s"] }, toolsOf(file))
    const { loads, Schema } = facade()
    const [ours, whole] = [evaluate(source, Schema), evaluate(source)]
    for (const [tool, { args }] of Object.entries(ours.tools)) {
      assert.equal(JSON.stringify(inputSchema(args)), JSON.stringify(inputSchema(whole.tools[tool]!.args)), tool)
    }
    if (!source.includes("Schema.suspend")) assert.equal(loads(), 0)
  })
})

test("its members are those of passhat's Schema, as a module has them", () => {
  const { loads, Schema } = facade()
  assert.deepEqual(Object.keys(Schema), Object.keys(Ours))
  const { Struct, ...others } = Schema
  assert.equal(Struct, Schema.Struct)
  assert.equal(others.String, Schema.String)
  assert.ok("String" in Schema && !("toString" in Schema))
  assert.throws(() => Object.assign(Schema, { String: Whole.Int }), TypeError)
  assert.equal(loads(), 0)
})

describe("whoever asks a described schema for more", () => {
  test("finds effect's own", () => {
    const { Schema } = facade()
    const City = Schema.Struct({
      city: Schema.String.check(Schema.isMinLength(2)),
      days: Schema.optionalKey(Schema.Int)
    })
    assert.deepEqual(Whole.decodeUnknownSync(City)({ city: "Sacramento" }), { city: "Sacramento" })
    assert.throws(() => Schema.decodeUnknownSync(City)({ city: "S" }), Whole.SchemaError)
    assert.deepEqual(City.make({ city: "Oslo" }), { city: "Oslo" })
    assert.deepEqual([City, Schema.String, Schema.isNonEmpty()].map(Whole.isSchema), [true, true, false])
    assert.equal(City.fields.days.schema, Schema.Int)
    assert.deepEqual(Object.keys(City), Object.keys(Whole.Struct({}).pipe((struct) => (struct.make, struct))))
    assert.ok(Schema.TaggedUnion({ A: { city: City } }).guards.A({ _tag: "A", city: { city: "Oslo" } }))
  })

  test("extends it, and knows its errors", () => {
    const { Schema } = facade()
    const Place: Any = class extends Schema.Class("Place")({ city: Schema.String }) {}
    const Lost: Any = class extends Schema.TaggedError()("Lost", { at: Place }) {}
    const lost = new Lost({ at: new Place({ city: "Oslo" }) })
    assert.ok(lost instanceof Error && lost instanceof Lost && Schema.is(Lost)(lost))
    const refused: Any = Result.getOrThrow(Result.flip(Result.try(() => Schema.decodeUnknownSync(Place)({}))))
    assert.ok(refused instanceof Schema.SchemaError)
    const Own: Any = class extends Schema.SchemaError {}
    assert.ok(new Own(refused.issue) instanceof Whole.SchemaError)
  })

  test("makes it once", () => {
    const { loads, Schema } = facade()
    const City = Schema.Struct({ city: Schema.String })
    assert.equal(City.ast, City.ast)
    assert.equal(loads(), 2, "once for String, once for Struct")
  })
})
