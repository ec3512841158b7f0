import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import { agent, server, suite, tool } from "passhat"
import { Schema } from "passhat/schema"
import { compile } from "../../../src/language/plan/compile.ts"
import { toJsonSchema } from "../../../src/language/plan/toJsonSchema.ts"
import { hasSchemas, toolData } from "../../../src/language/plan/toolData.ts"
import { compiledOf, issuesOf } from "../../suites.ts"

const inputSchema = { type: "object", properties: { city: { type: "string" } }, required: ["city"] }
const listing = tool<{ readonly city: string }>({
  description: "Says it.",
  annotations: { readOnlyHint: true },
  inputSchema
})
const schema = Schema.Struct({ city: Schema.String })

const suiteOf = (definition: unknown, instructions?: string) =>
  suite(
    "s",
    agent("a", {
      model: "claude-m",
      prompt: "p",
      servers: [
        server("w", {
          command: ["w"],
          tools: { t: definition as typeof listing },
          ...(instructions !== undefined && { instructions })
        })
      ]
    })
  )

const toolOf = (definition: unknown) => suiteOf(definition).agents[0]!.servers[0]!.tools["t"]!

describe("a tool of a catalogue as data", () => {
  test("is the server's listing unchanged", () => {
    assert.deepEqual(toolData(toolOf(listing), undefined), {
      name: "t",
      input_schema: inputSchema,
      description: "Says it.",
      annotations: { readOnlyHint: true },
      listed: true
    })
    assert.deepEqual(toolData(toolOf(tool({ inputSchema: {} })), undefined), {
      name: "t",
      input_schema: {},
      listed: true
    })
  })

  test("is the JSON Schema of a Schema, and is not marked as listed", () => {
    assert.deepEqual(toolData(toolOf(schema), toJsonSchema), {
      name: "t",
      input_schema: { ...inputSchema, additionalProperties: true }
    })
    class City extends Schema.Class<City>("City")({ city: Schema.String }) {}
    assert.ok(toolData(toolOf(City), toJsonSchema) !== undefined)
  })

  test.each<readonly [string, unknown]>([
    ["undefined", undefined],
    ["a JSON Schema without tool", { type: "object" }],
    ["a schema that is no object", tool({ inputSchema: true as never })],
    ["a schema that is not JSON", tool({ inputSchema: { f: () => 1 } as never })],
    ["a description that is no text", tool({ inputSchema, description: 1 as never })],
    ["annotations that are no object", tool({ inputSchema, annotations: [] as never })],
    ["a Schema that cannot be read", { ast: "no tree" }]
  ])("is refused for %s", (_, definition) => {
    const [issue] = issuesOf(suiteOf(definition))
    assert.equal(issue?.code, "INVALID_SUITE")
    assert.match(issue.message, /the arguments of w\.t cannot be written as a JSON Schema\.$/)
  })
})

test("a suite with Schemas is refused without toJsonSchema, and a suite without them does not need it", () => {
  assert.ok(!hasSchemas(suiteOf(listing)))
  assert.ok("plan" in compile(suiteOf(listing)))
  const byHand = suiteOf(Schema.Struct({ town: Schema.String }))
  assert.ok(hasSchemas(byHand))
  assert.ok("issues" in compile(byHand))
  assert.ok("plan" in compile(byHand, { toJsonSchema }))
})

test("descriptions, annotations and instructions are part of the fingerprint", () => {
  const variants = [
    suiteOf(listing),
    suiteOf({ ...listing, description: "Tells it." }),
    suiteOf({ ...listing, annotations: { readOnlyHint: false } }),
    suiteOf(tool({ inputSchema })),
    suiteOf(listing, "Ask."),
    suiteOf(schema)
  ].map((one) => compiledOf(one).plan.cells[0]!.fingerprint)
  assert.equal(new Set(variants).size, variants.length)
  const reordered = { required: ["city"], properties: { city: { type: "string" } }, type: "object" }
  assert.equal(compiledOf(suiteOf({ ...listing, inputSchema: reordered })).plan.cells[0]!.fingerprint, variants[0])
})
