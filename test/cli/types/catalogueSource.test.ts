import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import * as fc from "fast-check"
import { catalogueSource } from "../../../src/cli/types/catalogueSource.ts"
import type { Json } from "../../../src/domain/Json.ts"
import type { OfferedTool } from "../../../src/domain/Tool.ts"
import { hostile, OFFENCE } from "../../report/hostile.ts"
import { acceptor, evaluate } from "./evaluate.ts"

const reached = { command: ["node", "server.js"] }
const tool = (name: string, input_schema: Json, description?: string): OfferedTool => ({
  server: "s",
  name,
  input_schema,
  ...(description !== undefined && { description })
})
const sourceOf = (...tools: ReadonlyArray<OfferedTool>): string => catalogueSource("s", reached, tools)

/** The source of one required argument, on one line. */
const written = (schema: Json, more: { readonly [key: string]: Json } = {}): string => {
  const source = sourceOf(tool("t", { type: "object", properties: { a: schema }, required: ["a"], ...more }))
  return (
    /t: Schema\.Struct\(\{([^]*)\}\)\n {2}\}/
      .exec(source)?.[1]
      ?.replaceAll(/\s+/g, " ")
      .replaceAll(/(?<=[([]) | (?=[)\]])/g, "")
      .trim() ?? source
  )
}

describe("an argument", () => {
  test.each<readonly [string, Json, string]>([
    ["a text", { type: "string" }, "Schema.String"],
    ["a text that is not empty", { type: "string", minLength: 1 }, "Schema.NonEmptyString"],
    ["a short text", { type: "string", maxLength: 9 }, "Schema.String.check(Schema.isMaxCodePoints(9))"],
    [
      "a text of a length",
      { type: "string", minLength: 2, maxLength: 9 },
      "Schema.String.check(Schema.isBetweenCodePoints(2, 9))"
    ],
    [
      "a text by pattern",
      { type: "string", pattern: "^a/b$" },
      'Schema.String.check(Schema.isPattern(new RegExp("^a/b$", "u")))'
    ],
    ["a uuid", { type: "string", format: "uuid" }, "Schema.String.check(Schema.isGUID())"],
    ["a number", { type: "number" }, "Schema.Finite"],
    [
      "a number in a range",
      { type: "number", minimum: 0, maximum: 1.5 },
      "Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 1.5 }))"
    ],
    [
      "a number beyond another",
      { type: "number", exclusiveMinimum: 0 },
      "Schema.Finite.check(Schema.isGreaterThan(0))"
    ],
    ["a whole number", { type: "integer", multipleOf: 5 }, "Schema.Int.check(Schema.isMultipleOf(5))"],
    ["a safe integer", { type: "integer", minimum: -9007199254740991, maximum: 9007199254740991 }, "Schema.Int"],
    ["a boolean", { type: "boolean" }, "Schema.Boolean"],
    ["nothing", { type: "null" }, "Schema.Null"],
    ["one value", { const: "a" }, 'Schema.Literal("a")'],
    ["several values", { enum: ["a", 1, true] }, 'Schema.Literals(["a", 1, true])'],
    ["values of its type only", { type: "string", enum: ["a", 1] }, 'Schema.Literal("a")'],
    [
      "a value or null",
      { type: ["string", "null"], enum: ["a", "b", null] },
      'Schema.NullOr(Schema.Literals(["a", "b"]))'
    ],
    ["a nullable text", { type: "string", nullable: true }, "Schema.NullOr(Schema.String)"],
    ["a text or null", { anyOf: [{ type: "string" }, { type: "null" }] }, "Schema.NullOr(Schema.String)"],
    ["several types", { type: ["boolean", "string"] }, "Schema.Union([Schema.Boolean, Schema.String])"],
    [
      "one of values told apart",
      { oneOf: [{ const: "a", title: "A" }, { const: "b" }] },
      'Schema.Literals(["a", "b"])'
    ],
    [
      "one of what may overlap",
      { oneOf: [{ type: "number" }, { type: "integer" }] },
      'Schema.Union([Schema.Finite, Schema.Int], { mode: "oneOf" })'
    ],
    [
      "a list",
      { type: "array", items: { type: "string" }, minItems: 1, uniqueItems: true },
      "Schema.Array(Schema.String).check(Schema.isMinLength(1), Schema.isUnique())"
    ],
    ["a list of anything", { type: "array" }, "Schema.Array(Schema.Json)"],
    [
      "a pair",
      { type: "array", prefixItems: [{ type: "string" }, { type: "number" }], items: false, minItems: 2 },
      "Schema.Tuple([Schema.String, Schema.Finite])"
    ],
    [
      "a pair of before 2020",
      { type: "array", items: [{ type: "string" }], additionalItems: false, minItems: 1 },
      "Schema.Tuple([Schema.String])"
    ],
    [
      "a list with a head",
      { type: "array", prefixItems: [{ type: "string" }], items: { type: "number" } },
      "Schema.TupleWithRest(Schema.Tuple([Schema.optionalKey(Schema.String)]), [Schema.Finite])"
    ],
    [
      "an object",
      { type: "object", properties: { b: {}, a: { type: "string" } }, required: ["a"] },
      "Schema.Struct({ a: Schema.String, b: Schema.optionalKey(Schema.Json) })"
    ],
    [
      "an object that names no type",
      { properties: { a: { type: "string" } } },
      "Schema.Struct({ a: Schema.optionalKey(Schema.String) })"
    ],
    [
      "an open object",
      { type: "object", properties: { a: {} }, additionalProperties: true },
      "Schema.StructWithRest(Schema.Struct({ a: Schema.optionalKey(Schema.Json) }), [Schema.Record(Schema.String, Schema.Json)])"
    ],
    ["an object without properties", { type: "object", properties: {} }, "Schema.Record(Schema.String, Schema.Never)"],
    ["a free object", { type: "object" }, "Schema.Record(Schema.String, Schema.Json)"],
    [
      "a dictionary",
      { type: "object", additionalProperties: { type: "number" }, propertyNames: { type: "string" } },
      "Schema.Record(Schema.String, Schema.Finite)"
    ],
    [
      "a choice of keys",
      { type: "object", properties: { a: {}, b: {} }, anyOf: [{ required: ["a"] }, { required: ["b"] }] },
      "Schema.Union([Schema.Struct({ a: Schema.Json, b: Schema.optionalKey(Schema.Json) }), Schema.Struct({ a: Schema.optionalKey(Schema.Json), b: Schema.Json })])"
    ],
    [
      "all of several objects",
      {
        allOf: [
          { type: "object", properties: { a: { type: "string" } }, required: ["a"] },
          { type: "object", properties: { b: { type: "null" } } }
        ]
      },
      "Schema.Struct({ a: Schema.String, b: Schema.optionalKey(Schema.Null) })"
    ],
    [
      "all of two ranges",
      {
        allOf: [
          { type: "number", minimum: 1 },
          { type: "integer", minimum: 3 }
        ]
      },
      "Schema.Int.check(Schema.isGreaterThanOrEqualTo(3))"
    ],
    ["anything", {}, "Schema.Json"],
    ["anything, said so", true, "Schema.Json"],
    ["nothing at all", false, "Schema.Never"],
    ["what nothing is not", { not: {} }, "Schema.Never"]
  ])("%s", (_, schema, code) => {
    assert.equal(written(schema), `a: ${code}`)
  })

  test.each<readonly [string, Json, string]>([
    ["not", { type: "string", not: { const: "a" } }, "/** Not checked here: not. */ a: Schema.String"],
    ["conditions", { if: {}, else: false }, "/** Not checked here: if, else. */ a: Schema.Json"],
    ["formats", { type: "string", format: "uri" }, '/** Not checked here: format "uri". */ a: Schema.String'],
    ["patterns that are none", { type: "string", pattern: "(" }, "/** Not checked here: pattern. */ a: Schema.String"],
    [
      "numbers that are none",
      { type: "string", minLength: "3" },
      "/** Not checked here: minLength. */ a: Schema.String"
    ],
    ["types that are none", { type: "text" }, "/** Not checked here: type. */ a: Schema.Json"],
    ["lists and objects as values", { enum: [["a"]] }, "/** Not checked here: enum. */ a: Schema.Json"],
    ["other documents", { $ref: "https://example.com/a.json" }, "/** Not checked here: $ref. */ a: Schema.Json"],
    ["references to nowhere", { $ref: "#/$defs/None" }, "/** Not checked here: $ref. */ a: Schema.Json"],
    ["what only refers to itself", { $ref: "#/properties/a" }, "/** Not checked here: $ref. */ a: Schema.Json"],
    ["schemas that are none", 3, "/** Not checked here: a schema that is none. */ a: Schema.Json"],
    [
      "what parts contradict",
      { allOf: [{ pattern: "a", type: "string" }, { pattern: "b" }] },
      "/** Not checked here: allOf. */ a: Schema.Json"
    ],
    [
      "narrow additional properties",
      { type: "object", properties: { b: { type: "string" } }, additionalProperties: { type: "number" } },
      "/** Not checked here: additionalProperties. */ a: Schema.StructWithRest(Schema.Struct({ b: Schema.optionalKey(Schema.String) }), [Schema.Record(Schema.String, Schema.Json)])"
    ],
    [
      "deep inside a list",
      { type: "array", items: { type: "array", contains: {} } },
      "/** Not checked here: contains. */ a: Schema.Array(Schema.Array(Schema.Json))"
    ]
  ])("says what it does not check: %s", (_, schema, code) => {
    assert.equal(written(schema), code)
  })

  test("that only parts of can be read is read as far as it can be", () => {
    const nested = (depth: number): Json => (depth === 0 ? {} : { type: "array", items: nested(depth - 1) })
    assert.match(written(nested(5_000)), /what is nested deeper/)
  })
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

  test("become constants, and one that contains itself says its type first", () => {
    assert.equal(
      sourceOf(tool("tree", tree({ Node, Leaf }))),
      `/**
 * The tools of the MCP server "s", as passhat types found them.
 */
import { Schema, server } from "passhat"

const Leaf = Schema.Struct({ n: Schema.Int })

/** A node of a tree. */
interface Node {
  readonly children: ReadonlyArray<Node>
  readonly leaf?: typeof Leaf.Type
}
const Node: Schema.Codec<Node> = Schema.Struct({
  children: Schema.Array(Schema.suspend((): Schema.Codec<Node> => Node)),
  leaf: Schema.optionalKey(Leaf)
})

export const s = server("s", {
  command: ["node", "server.js"],
  tools: {
    tree: Schema.Struct({ root: Node })
  }
})
`
    )
  })

  test("hold as deep as a value goes", () => {
    const accepts = acceptor(tree({ Node, Leaf }))
    const node = (children: ReadonlyArray<Json>): Json => ({ children })
    assert.ok(accepts({ root: node([node([]), node([node([])])]) }))
    assert.ok(!accepts({ root: node([node([]), node([{ childs: [] }])]) }))
    assert.ok(!accepts({ root: { children: [], leaf: { n: 1.5 } } }))
  })

  test("of two tools are shared where they are the same, and kept apart where they only have one name", () => {
    const other = { ...Node, description: "Another tree.", required: [] }
    const source = sourceOf(
      tool("a", tree({ Node, Leaf })),
      tool("b", tree({ Leaf, Node })),
      tool("c", tree({ Leaf, Node: other }))
    )
    assert.deepEqual(
      [...source.matchAll(/^const (\w+)/gm)].map(([, name]) => name),
      ["Leaf", "Node", "CNode"]
    )
    assert.match(source, /a: Schema.Struct\(\{ root: Node \}\),\n\s+b: .*root: Node \}\),\n\s+c: .*root: CNode \}/)
  })

  test("are found wherever a pointer leads: the root, a property, an alias", () => {
    const accepts = acceptor({
      type: "object",
      properties: {
        parent: { $ref: "#" },
        "a/b": { type: "object", properties: { n: { type: "integer" } } },
        again: { $ref: "#/properties/a~1b" },
        alias: { $ref: "#/$defs/one" }
      },
      $defs: { one: { $ref: "#/$defs/two" }, two: { type: "boolean" } }
    })
    assert.ok(accepts({ parent: { parent: { "a/b": { n: 1 } } }, again: { n: 2 }, alias: true }))
    assert.ok(!accepts({ parent: { parent: { "a/b": { n: "1" } } } }))
    assert.ok(!accepts({ again: { n: 2.5 } }))
    assert.ok(!accepts({ alias: 1 }))
  })

  test("that are no objects, and unions of one another, can contain themselves", () => {
    const accepts = acceptor({
      type: "object",
      properties: { value: { $ref: "#/definitions/Value" } },
      definitions: {
        Value: {
          oneOf: [
            { type: "string" },
            { $ref: "#/definitions/List" },
            { type: "object", additionalProperties: { $ref: "#/definitions/Value" } }
          ]
        },
        List: { type: "array", items: { $ref: "#/definitions/Value" } }
      }
    })
    assert.ok(accepts({ value: { a: ["b", { c: [] }] } }))
    assert.ok(!accepts({ value: { a: ["b", { c: [1] }] } }))
  })

  test("do not take the names that the catalogue itself uses", () => {
    const names = ["Schema", "ReadonlyArray", "RegExp", "s", "2d", "天"]
    const source = sourceOf(
      tool("t", {
        type: "object",
        properties: Object.fromEntries(names.map((name) => [name, { $ref: `#/$defs/${name}` }])),
        $defs: Object.fromEntries(names.map((name) => [name, { type: "string", pattern: `^${name}` }]))
      })
    )
    assert.deepEqual(
      [...source.matchAll(/^const (\w+)/gm)].map(([, name]) => name),
      ["_2d", "TReadonlyArray", "TRegExp", "TSchema", "S", "TArguments"]
    )
    assert.equal(Object.keys(evaluate(source).tools).length, 1)
  })

  test("that refer to each other many times over are read in no time", () => {
    const side = { oneOf: [{ $ref: "#/$defs/And" }, { $ref: "#/$defs/Or" }] }
    const node = (op: string): Json => ({
      type: "object",
      properties: { op: { const: op }, left: side, right: side },
      required: ["op"]
    })
    const accepts = acceptor({
      type: "object",
      properties: { query: side },
      $defs: { And: node("and"), Or: node("or") }
    })
    assert.ok(accepts({ query: { op: "and", left: { op: "or" }, right: { op: "and" } } }))
    assert.ok(!accepts({ query: { op: "and", left: { op: "xor" } } }))
  })
})

describe("the words of a server", () => {
  test("become comments, wrapped where a line is too long for them", () => {
    const source = sourceOf(
      tool(
        "t",
        { type: "object", properties: { a: { type: "string", description: "word ".repeat(60) } } },
        "One\n  line."
      )
    )
    assert.match(source, /^ {4}\/\*\* One line\. \*\/$/m)
    assert.match(
      source,
      /^ {6}\/\*\*\n {7}\* (word ){21}word\n {7}\* (word ){21}word\n {7}\* (word ){15}word\n {7}\*\/\n {6}a: /m
    )
    assert.ok(source.split("\n").every((line) => line.length <= 120))
  })

  test("can neither end their comment nor speak to the compiler", () => {
    const source = sourceOf(tool("t", { type: "object" }, "*/ process.exit() /* // @ts-expect-error */"))
    assert.match(source, /\/\*\* \*\\\/ process\.exit\(\) \/\* \/\/ \\@ts-expect-error \*\\\/ \*\//)
  })

  test("that nobody could see, or that steer a terminal, are shown and still mean the same", () => {
    for (const text of hostile) {
      const schema = { type: "object", properties: { [text]: { const: text, description: text } }, required: [text] }
      const source = catalogueSource(text, { command: [text] }, [tool(text, schema, text)])
      assert.doesNotMatch(source, OFFENCE)
      const { name, reached: way, tools } = evaluate(source)
      assert.deepEqual([name, way, Object.keys(tools)], [text, { command: [text] }, [text]])
      assert.ok(acceptor(schema)(Object.fromEntries([[text, text]])))
    }
  })

  test("whatever they are, give a catalogue that can be read", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.string({ unit: "binary" }), (name, text) => {
        const schema = { type: "object", properties: { [text]: { enum: [text, name], description: text } } }
        const server = evaluate(catalogueSource(name, { url: text }, [tool(name, schema, text)]))
        assert.deepEqual([server.name, Object.keys(server.tools)], [name, [name]])
      })
    )
  })
})

test("a server without tools has a catalogue without tools", () => {
  assert.match(sourceOf(), /tools: \{\}\n\}\)\n$/)
})
