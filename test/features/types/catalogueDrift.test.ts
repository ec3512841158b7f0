import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import * as Schema from "effect/Schema"
import { type Catalogue, catalogueDrift } from "../../../src/features/types/catalogueDrift.ts"
import type { Json, JsonObject } from "../../../src/base/domain/Json.ts"
import type { ToolData } from "../../../src/base/domain/plan/Tool.ts"
import { toJsonSchema } from "../../../src/language/plan/toJsonSchema.ts"

type Tools = { readonly [name: string]: JsonObject }

const schemaOf = (properties: JsonObject, more: JsonObject = {}): JsonObject => ({
  type: "object",
  properties,
  required: Object.keys(properties).filter((key) => key !== "opt"),
  ...more
})

const listed = (tools: Tools, more: JsonObject = {}): Catalogue => ({
  tools: Object.entries(tools).map(([name, properties]): ToolData => ({
    name,
    description: `Does ${name}.`,
    input_schema: schemaOf(properties, more),
    listed: true
  }))
})

const changed = (catalogue: Catalogue, change: Partial<ToolData>): Catalogue => ({
  tools: catalogue.tools.map((tool) => ({ ...tool, ...change }))
})

const string = { type: "string" }

describe("the drift from one listing to another", () => {
  test.each<readonly [string, Tools, Tools, ReadonlyArray<string>]>([
    ["no change", { a: { x: string } }, { a: { x: string } }, []],
    ["a tool is new", {}, { a: { x: string } }, ["The tool a is new."]],
    ["a tool is gone", { a: { x: string }, b: {} }, { b: {} }, ["The tool a is gone."]],
    ["a required argument is new", { a: {} }, { a: { x: string } }, ["a: the argument x is new, and required."]],
    [
      "an optional argument is new",
      { a: { x: string } },
      { a: { x: string, opt: string } },
      ["a: the argument opt is new, and optional."]
    ],
    ["an argument is gone", { a: { x: string } }, { a: {} }, ["a: the argument x is gone."]],
    [
      "an argument has another type",
      { a: { x: string } },
      { a: { x: { type: "integer" } } },
      ['a: the argument x has changed: type was "string" and is now "integer".']
    ],
    [
      "an argument is narrower",
      { a: { x: { ...string, minLength: 1 } } },
      { a: { x: { ...string, minLength: 2 } } },
      ["a: the argument x has changed: minLength was 1 and is now 2."]
    ],
    [
      "an argument has other values",
      { a: { x: { enum: ["b", "c"] } } },
      { a: { x: { enum: ["b", "d"] } } },
      ['a: the argument x has changed: enum[1] was "c" and is now "d".']
    ],
    [
      "a change inside an argument",
      { a: { opt: { properties: { y: string } } } },
      { a: { opt: { properties: { y: { type: "number" } } } } },
      ['a: the argument opt has changed: properties.y.type was "string" and is now "number".']
    ],
    [
      "an argument of another kind",
      { a: { x: true } },
      { a: { x: string } },
      ['a: the argument x has changed: was true and is now {"type":"string"}.']
    ],
    [
      "an argument has another description",
      { a: { x: { ...string, description: "A city." } } },
      { a: { x: { ...string, description: "A town." } } },
      ['a: the argument x has changed: description was "A city." and is now "A town.".']
    ]
  ])("lists: %s", (_, kept, now, sentences) => {
    assert.deepEqual(catalogueDrift(listed(kept), listed(now)), sentences)
  })

  const one = listed({ a: { x: string, y: string } })

  test("lists an optional argument that is now required, and no change of order", () => {
    const now = changed(one, { input_schema: schemaOf({ y: string, x: string }, { required: ["y"] }) })
    assert.deepEqual(catalogueDrift(now, one), ["a: the argument x was optional and is now required."])
    assert.deepEqual(
      catalogueDrift(one, changed(one, { input_schema: schemaOf({ y: string, x: string }, { required: ["y", "x"] }) })),
      []
    )
  })

  test("lists a changed or removed description of a tool", () => {
    assert.deepEqual(catalogueDrift(one, changed(one, { description: "Does it." })), [
      'a: the description was "Does a." and is now "Does it.".'
    ])
    const { description: _, ...silent } = one.tools[0]!
    assert.deepEqual(catalogueDrift(one, { tools: [silent] }), ['a: the description was "Does a." and is now absent.'])
  })

  test("lists a new or changed annotation", () => {
    const now = changed(one, { annotations: { readOnlyHint: true, title: "A" } })
    assert.deepEqual(catalogueDrift(one, now), [
      "a: annotations.readOnlyHint was absent and is now true.",
      'a: annotations.title was absent and is now "A".'
    ])
    assert.deepEqual(catalogueDrift(now, changed(one, { annotations: { readOnlyHint: false, title: "A" } })), [
      "a: annotations.readOnlyHint was true and is now false."
    ])
  })

  test("lists a change in the schema outside of its properties", () => {
    const now = listed({ a: { x: string, y: string } }, { additionalProperties: false, $defs: { N: { type: "null" } } })
    assert.deepEqual(catalogueDrift(one, now), [
      'a: the input schema has changed: $defs was absent and is now {"N":{"type":"null"}}.',
      "a: the input schema has changed: additionalProperties was absent and is now false."
    ])
  })

  test("lists a change of the server's instructions", () => {
    assert.deepEqual(catalogueDrift({ ...one, instructions: "Ask." }, { ...one, instructions: "Do." }), [
      'The text of the server\'s instructions was "Ask." and is now "Do.".'
    ])
    assert.deepEqual(catalogueDrift(one, { ...one, instructions: "Do." }).length, 1)
  })
})

describe("the drift from Schemas written by hand to a listing", () => {
  const byHand = (schema: Schema.Codec<any, any>): Catalogue => ({
    tools: [{ name: "a", input_schema: toJsonSchema(schema) }]
  })
  const now = (properties: JsonObject, more: JsonObject = {}): Catalogue => ({
    instructions: "Ask.",
    tools: [
      {
        name: "a",
        description: "Does it.",
        annotations: { readOnlyHint: true },
        input_schema: { $schema: "https://json-schema.org/draft/2020-12/schema", ...schemaOf(properties, more) },
        listed: true
      }
    ]
  })
  const City = Schema.Struct({ city: Schema.String, opt: Schema.optionalKey(Schema.Literals(["a", "b"])) })
  const city = { ...string, minLength: 1 }

  test("compares only the types of arguments, since such a Schema has no descriptions", () => {
    assert.deepEqual(catalogueDrift(byHand(City), now({ city, opt: { enum: ["a", "b"] } })), [])
    assert.deepEqual(catalogueDrift(byHand(Schema.Struct({ n: Schema.Int })), now({ n: { type: "integer" } })), [])
  })

  test("lists an argument that is new, gone, newly required or of another type", () => {
    assert.deepEqual(
      catalogueDrift(byHand(City), now({ town: city, opt: { type: "string" } }, { required: ["town", "opt"] })),
      [
        "a: the argument city is gone.",
        "a: the argument opt was optional and is now required.",
        "a: the argument opt has changed: its type was \"'a' | 'b'\" and is now \"string\".",
        "a: the argument town is new, and required."
      ]
    )
  })

  test("lists a tool that is new or gone", () => {
    const other: Json = schemaOf({})
    assert.deepEqual(catalogueDrift(byHand(City), { tools: [{ name: "b", input_schema: other, listed: true }] }), [
      "The tool a is gone.",
      "The tool b is new."
    ])
  })
})
