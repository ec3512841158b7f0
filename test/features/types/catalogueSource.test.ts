import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import * as fc from "fast-check"
import { catalogueSource } from "../../../src/features/types/catalogueSource.ts"
import type { Json, JsonObject } from "../../../src/base/domain/Json.ts"
import type { OfferedTool } from "../../../src/base/domain/plan/Tool.ts"
import { toolData } from "../../../src/language/plan/toolData.ts"
import { json } from "../../engine/layers/recordings.ts"
import { hostile, OFFENCE } from "../../edges/report/hostile.ts"
import { evaluate } from "./evaluate.ts"
import { fitsType } from "./fits.ts"

const reached = { command: ["node", "server.js"] }
const tool = (name: string, input_schema: Json, more: Partial<OfferedTool> = {}): OfferedTool => ({
  server: "s",
  name,
  input_schema,
  ...more
})
const sourceOf = (...tools: ReadonlyArray<OfferedTool>): string => catalogueSource("s", reached, { tools })

/** The type of one required argument, on one line. */
const typeOf = (schema: Json, more: JsonObject = {}): string => {
  const source = sourceOf(tool("t", { type: "object", properties: { a: schema }, required: ["a"], ...more }))
  const members = /t: tool<\{([^]*?)\}>\(\{/.exec(source)?.[1] ?? source
  return members
    .replaceAll(/\s+/g, " ")
    .replaceAll(/(?<=[([<]) | (?=[)\]>])/g, "")
    .replaceAll(/(?<=[<:]) ?\| /g, "")
    .trim()
    .replace(/^readonly a: ?/, "")
}

describe("the type of an argument", () => {
  test.each<readonly [string, Json, string]>([
    ["a text", { type: "string", minLength: 1, pattern: "^a" }, "string"],
    ["a number", { type: "number", minimum: 0, maximum: 1.5 }, "number"],
    ["a whole number", { type: "integer", multipleOf: 5 }, "number"],
    ["a boolean", { type: "boolean" }, "boolean"],
    ["null", { type: "null" }, "null"],
    ["one value", { const: "a" }, '"a"'],
    ["several values", { enum: ["a", 1, true] }, '"a" | 1 | true'],
    ["values of its type only", { type: "string", enum: ["a", 1] }, '"a"'],
    ["a value or null", { type: ["string", "null"], enum: ["a", "b", null] }, '"a" | "b" | null'],
    ["a nullable text", { type: "string", nullable: true }, "string | null"],
    ["null or a text", { anyOf: [{ type: "null" }, { type: "string" }] }, "string | null"],
    ["several types", { type: ["boolean", "string"] }, "boolean | string"],
    ["types that are one", { oneOf: [{ type: "number" }, { type: "integer" }] }, "number"],
    ["a value and its type", { anyOf: [{ const: "a" }, { type: "string" }, { const: 1 }] }, "1 | string"],
    ["one of several values with titles", { oneOf: [{ const: "a", title: "A" }, { const: "b" }] }, '"a" | "b"'],
    ["a choice of which one is anything", { anyOf: [{ type: "string" }, {}] }, "Json"],
    ["a list", { type: "array", items: { type: "string" }, minItems: 1 }, "ReadonlyArray<string>"],
    ["a list of anything", { type: "array" }, "ReadonlyArray<Json>"],
    ["a list of choices", { type: "array", items: { enum: ["a", "b"] } }, 'ReadonlyArray<"a" | "b">'],
    ["a list of objects", { type: "array", items: { properties: { b: {} } } }, "ReadonlyArray<{ readonly b?: Json }>"],
    [
      "a pair",
      { type: "array", prefixItems: [{ type: "string" }, { type: "number" }], items: false, minItems: 2 },
      "readonly [string, number]"
    ],
    [
      "a pair of before 2020",
      { type: "array", items: [{ type: "string" }], additionalItems: false, minItems: 1 },
      "readonly [string]"
    ],
    [
      "a list with a head",
      { type: "array", prefixItems: [{ type: "string" }], items: { type: ["number", "null"] } },
      "readonly [string?, ...(number | null)[]]"
    ],
    [
      "an object",
      { type: "object", properties: { b: {}, a: { type: "string" } }, required: ["a"] },
      "{ readonly b?: Json; readonly a: string }"
    ],
    ["an object that names no type", { properties: { a: { type: "string" } } }, "{ readonly a?: string }"],
    ["an object or null", { type: ["object", "null"], properties: { b: {} } }, "{ readonly b?: Json } | null"],
    [
      "an open object",
      { type: "object", properties: { a: {} }, additionalProperties: { type: "number" } },
      "{ readonly a?: Json } & { readonly [x: string]: Json }"
    ],
    ["an object without properties", { type: "object", properties: {} }, "{ readonly [x: string]: never }"],
    ["a free object", { type: "object" }, "{ readonly [x: string]: Json }"],
    ["a dictionary", { type: "object", additionalProperties: { type: "number" } }, "{ readonly [x: string]: number }"],
    [
      "a choice of keys",
      { type: "object", properties: { a: {}, b: {} }, anyOf: [{ required: ["a"] }, { required: ["b"] }] },
      "{ readonly a: Json; readonly b?: Json } | { readonly a?: Json; readonly b: Json }"
    ],
    [
      "all of several objects",
      {
        allOf: [
          { type: "object", properties: { a: { type: "string" } }, required: ["a"] },
          { type: "object", properties: { b: { type: "null" } } }
        ]
      },
      "{ readonly a: string; readonly b?: null }"
    ],
    ["anything", {}, "Json"],
    ["anything, said so", true, "Json"],
    ["false", false, "never"],
    ["the negation of any value", { not: {} }, "never"],
    ["a type that is none", { type: "text" }, "Json"],
    ["lists and objects as values", { enum: [["a"]] }, "Json"],
    ["another document", { $ref: "https://example.com/a.json" }, "Json"],
    ["a reference to nowhere", { $ref: "#/$defs/None" }, "Json"],
    ["a reference to itself", { $ref: "#/properties/a" }, "Json"],
    ["a schema that is none", 3, "Json"],
    ["parts that contradict", { allOf: [{ pattern: "a", type: "string" }, { pattern: "b" }] }, "Json"]
  ])("%s", (_, schema, type) => {
    assert.equal(typeOf(schema), type)
  })

  test("is Json below 64 levels of nesting", () => {
    const nested = (depth: number): Json => (depth === 0 ? {} : { type: "array", items: nested(depth - 1) })
    assert.match(typeOf(nested(500)), /^(ReadonlyArray<){64}Json>{64}$/)
  })
})

describe("a tool", () => {
  test("has the description, the annotations and the schema of the server unchanged", () => {
    const annotations = { title: "Now", readOnlyHint: true }
    const schema = { required: ["b"], type: "object", properties: { b: { type: "string" }, a: true }, "x-y": [1e21] }
    assert.equal(
      sourceOf(tool("now", schema, { description: 'Says "now".\nTwice.', annotations })),
      `/**
 * The tools of the MCP server "s", as passhat types found them.
 */
import { type Json, server, tool } from "passhat"

export const s = server("s", {
  command: ["node", "server.js"],
  tools: {
    now: tool<{ readonly b: string; readonly a?: Json }>({
      description: 'Says "now".\\nTwice.',
      annotations: { title: "Now", readOnlyHint: true },
      inputSchema: { required: ["b"], type: "object", properties: { b: { type: "string" }, a: true }, "x-y": [1e21] }
    })
  }
})
`
    )
  })

  test("reads back from the catalogue with any schema", () => {
    const objects = fc.dictionary(fc.oneof(fc.string({ unit: "binary" }), fc.constant("__proto__")), json)
    fc.assert(
      fc.property(objects, fc.option(fc.string({ unit: "binary" }), { nil: undefined }), (any, description) => {
        const input_schema = JSON.parse(JSON.stringify(any)) as Json
        const listed = { name: "t", input_schema, ...(description !== undefined && { description }) }
        const { tools } = evaluate(sourceOf({ server: "s", ...listed }))
        assert.deepEqual(toolData(tools["t"]!, undefined), { ...listed, listed: true })
      })
    )
  })
})

test("a server's instructions are part of its catalogue", () => {
  const source = catalogueSource("s", { url: "https://example.com/mcp" }, { instructions: "Ask first.", tools: [] })
  assert.match(source, /^ {2}url: "https:.*",\n {2}instructions: "Ask first\.",\n {2}tools: \{\}\n\}\)\n$/m)
  assert.equal(evaluate(source).instructions, "Ask first.")
})

describe("definitions", () => {
  const Node = {
    type: "object",
    description: "A node of a tree.",
    properties: { children: { type: "array", items: { $ref: "#/$defs/Node" } }, leaf: { $ref: "#/$defs/Leaf" } },
    required: ["children"]
  }
  const Leaf = { type: "object", properties: { n: { type: "integer" } }, required: ["n"] }
  const tree = (defs: Json): Json => ({
    type: "object",
    properties: { root: { $ref: "#/$defs/Node" } },
    required: ["root"],
    $defs: defs
  })
  const namesIn = (source: string): ReadonlyArray<string> =>
    [...source.matchAll(/^(?:interface|type) (\w+)/gm)].map(([, name = ""]) => name)

  test("become types, also recursive ones", () => {
    const source = sourceOf(tool("tree", tree({ Node, Leaf })))
    assert.ok(
      source.includes(`
interface Leaf {
  readonly n: number
}

interface Node {
  readonly children: ReadonlyArray<Node>
  readonly leaf?: Leaf
}

export const s = server("s", {
  command: ["node", "server.js"],
  tools: {
    tree: tool<{ readonly root: Node }>({
      inputSchema: {
`),
      source
    )
  })

  test("check a value at every depth", () => {
    const fits = fitsType(tree({ Node, Leaf }))
    const node = (children: ReadonlyArray<Json>): Json => ({ children })
    assert.ok(fits({ root: node([node([]), node([node([])])]) }))
    assert.ok(!fits({ root: node([node([]), node([{ childs: [] }])]) }))
    assert.ok(!fits({ root: { children: [], leaf: { n: "1" } } }))
  })

  test("of two tools share a type if they are equal, and have two types if only their names are equal", () => {
    const other = { ...Node, description: "Another tree.", required: [] }
    const source = sourceOf(
      tool("a", tree({ Node, Leaf })),
      tool("b", tree({ Leaf, Node })),
      tool("c", tree({ Leaf, Node: other }))
    )
    assert.deepEqual(namesIn(source), ["Leaf", "Node", "CNode"])
    assert.match(source, /a: tool<\{ readonly root: Node \}>[^]*b: tool<\{ readonly root: Node \}>/)
    assert.match(source, /c: tool<\{ readonly root: CNode \}>/)
  })

  test("are found by any pointer: the root, a property, an alias", () => {
    const fits = fitsType({
      type: "object",
      properties: {
        parent: { $ref: "#" },
        "a/b": { type: "object", properties: { n: { type: "integer" } } },
        again: { $ref: "#/properties/a~1b" },
        alias: { $ref: "#/$defs/one" }
      },
      $defs: { one: { $ref: "#/$defs/two" }, two: { type: "boolean" } }
    })
    assert.ok(fits({ parent: { parent: { "a/b": { n: 1 } } }, again: { n: 2 }, alias: true }))
    assert.ok(!fits({ parent: { parent: { "a/b": { n: "1" } } } }))
    assert.ok(!fits({ again: { n: true } }))
    assert.ok(!fits({ alias: 1 }))
  })

  test("do not take the names that the catalogue itself uses", () => {
    const names = ["Json", "ReadonlyArray", "s", "2d", "天"]
    const source = sourceOf(
      tool("t", {
        type: "object",
        properties: Object.fromEntries(names.map((name) => [name, { $ref: `#/$defs/${name}` }])),
        $defs: Object.fromEntries(names.map((name) => [name, { type: "string", pattern: `^${name}` }]))
      })
    )
    assert.deepEqual(namesIn(source), ["_2d", "TJson", "TReadonlyArray", "S", "TArguments"])
    assert.equal(Object.keys(evaluate(source).tools).length, 1)
  })

  test("that refer to each other many times are each read once", () => {
    const side = { oneOf: [{ $ref: "#/$defs/And" }, { $ref: "#/$defs/Or" }] }
    const node = (op: string): Json => ({
      type: "object",
      properties: { op: { const: op }, left: side, right: side },
      required: ["op"]
    })
    const schema = { type: "object", properties: { query: side }, $defs: { And: node("and"), Or: node("or") } }
    assert.deepEqual(namesIn(sourceOf(tool("t", schema))), ["Or", "And"])
    const fits = fitsType(schema)
    assert.ok(fits({ query: { op: "and", left: { op: "or" }, right: { op: "and" } } }))
    assert.ok(!fits({ query: { op: "and", left: { op: "xor" } } }))
  })
})

describe("the texts of a server", () => {
  test("are strings of the source, on their own line if they are long", () => {
    const description = "word ".repeat(60).trim()
    const source = sourceOf(tool("t", { type: "object" }, { description }))
    assert.ok(source.includes(`      description:\n        "${description}",\n`), source)
  })

  test("are in the quotes that need fewer escapes", () => {
    const source = sourceOf(tool("t", { enum: [`it's`, `a "b"`, `"it's"`, `it's "`, `\\"`] }))
    assert.ok(source.includes(String.raw`["it's", 'a "b"', '"it\'s"', "it's \"", '\\"']`), source)
  })

  test("that are invisible or control a terminal are escaped, and read back unchanged", () => {
    for (const text of hostile) {
      const schema = { type: "object", properties: { [text]: { const: text, description: text } }, required: [text] }
      const source = catalogueSource(text, { command: [text] }, { tools: [tool(text, schema, { description: text })] })
      assert.doesNotMatch(source, OFFENCE)
      const { name, reached: way, tools } = evaluate(source)
      assert.deepEqual([name, way, Object.keys(tools)], [text, { command: [text] }, [text]])
      assert.deepEqual(toolData(tools[text]!, undefined), {
        name: text,
        description: text,
        input_schema: schema,
        listed: true
      })
    }
  })

  test("read back from the catalogue, whatever they are", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.string({ unit: "binary" }), (name, text) => {
        const schema = { type: "object", properties: { [text]: { enum: [text, name], description: text } } }
        const listing = { tools: [tool(name, schema, { description: text })], instructions: text }
        const server = evaluate(catalogueSource(name, { url: text }, listing))
        assert.deepEqual([server.name, Object.keys(server.tools), server.instructions], [name, [name], text])
      })
    )
  })
})

test("a server without tools has a catalogue without tools", () => {
  assert.match(sourceOf(), /^import \{ server \} from "passhat"$[^]*tools: \{\}\n\}\)\n$/m)
})
