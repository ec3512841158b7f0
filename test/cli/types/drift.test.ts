import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import * as Result from "effect/Result"
import { catalogueSource } from "../../../src/cli/types/catalogueSource.ts"
import { drift } from "../../../src/cli/types/drift.ts"
import { factsOf } from "../../../src/cli/types/factsOf.ts"
import type { Json } from "../../../src/domain/Json.ts"

type Tools = { readonly [name: string]: { readonly [argument: string]: Json } }

const sourceOf = (tools: Tools, more: { readonly [key: string]: Json } = {}): string =>
  catalogueSource(
    "s",
    { command: ["node", "server.js"] },
    Object.entries(tools).map(([name, properties]) => ({
      server: "s",
      name,
      description: `Does ${name}.`,
      input_schema: {
        type: "object",
        properties,
        required: Object.keys(properties).filter((key) => key !== "opt"),
        ...more
      }
    }))
  )

const changes = (kept: string, now: string): ReadonlyArray<string> =>
  drift(Result.getOrThrow(factsOf(kept)), Result.getOrThrow(factsOf(now)))

const string = { type: "string" }
const place = (properties: { readonly [key: string]: Json }): Json => ({ type: "object", properties })

describe("from one catalogue to another", () => {
  test.each<readonly [string, Tools, Tools, ReadonlyArray<string>]>([
    ["nothing", { a: { x: string } }, { a: { x: string } }, []],
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
      ['a: the argument x was "String" and is now "Int".']
    ],
    [
      "an argument has other values",
      { a: { x: { enum: ["b", "c"] } } },
      { a: { x: { enum: ["b", "d"] } } },
      [`a: the argument x was "Literals(['b', 'c'])" and is now "Literals(['b', 'd'])".`]
    ],
    [
      "a value has a space less",
      { a: { x: { const: "b (c" } } },
      { a: { x: { const: "b(c" } } },
      [`a: the argument x was "Literal('b (c')" and is now "Literal('b(c')".`]
    ],
    [
      "something inside an argument",
      { a: { opt: place({ opt: string, gone: string }) } },
      { a: { opt: place({ opt: { type: "number" }, "new one": string }) } },
      [
        "a: the argument opt.gone is gone.",
        'a: the argument opt["new one"] is new, and optional.',
        'a: the argument opt.opt was "String" and is now "Finite".'
      ]
    ],
    [
      "an object is something else",
      { a: { x: place({ y: string }) } },
      { a: { x: string } },
      ['a: the argument x was "Struct({})" and is now "String".']
    ],
    [
      "an argument is described anew",
      { a: { x: { ...string, description: "A city." } } },
      { a: { x: { ...string, description: "A town." } } },
      ["a: the argument x is described in other words."]
    ]
  ])("%s", (_, kept, now, sentences) => {
    assert.deepEqual(changes(sourceOf(kept), sourceOf(now)), sentences)
  })

  test("an argument that may be left out is needed now", () => {
    const [kept, now] = [{ required: [] }, {}].map((more) => sourceOf({ a: { x: string } }, more))
    assert.deepEqual(changes(kept ?? "", now ?? ""), ["a: the argument x was optional and is now required."])
  })

  test("a tool is described anew, or something that only a part of an argument says", () => {
    const source = sourceOf({ a: { x: { anyOf: [place({ y: { ...string, description: "One." } }), string] } } })
    assert.deepEqual(changes(source, source.replace("Does a.", "Does it.")), [
      "The tool a is described in other words."
    ])
    assert.deepEqual(changes(source, source.replace("One.", "Two.")), [
      "a: the argument x is described in other words."
    ])
  })

  test("a definition changes, and what it is about", () => {
    const Node = { type: "object", description: "A node.", properties: { next: { $ref: "#/$defs/Node" }, n: string } }
    const withNode = (node: Json): string => sourceOf({ a: { x: { $ref: "#/$defs/Node" } } }, { $defs: { Node: node } })
    const kept = withNode(Node)
    assert.deepEqual(changes(kept, kept), [])
    assert.deepEqual(changes(kept, withNode({ ...Node, description: "A leaf.", required: ["n"] })), [
      "The type Node is described in other words.",
      "Node: the property n was optional and is now required."
    ])
    assert.deepEqual(changes(kept, sourceOf({ a: { x: string } })), [
      'a: the argument x was "Node" and is now "String".',
      "The type Node is gone."
    ])
  })
})

describe("a catalogue that was laid out anew", () => {
  const kept = sourceOf({
    "a-b": { x: { enum: ["it's", 'a "b"'], description: "One.\nTwo." }, opt: place({ y: string, __proto__: string }) }
  })

  test.each<readonly [string, (source: string) => string]>([
    ["semicolons", (source) => source.replaceAll(/\)$/gm, ");")],
    ["commas at the end", (source) => source.replaceAll(/([^,{(\s])\n(\s*[})])/g, "$1,\n$2")],
    ["single quotes", (source) => source.replaceAll(/"(passhat|s|a-b|node)"/g, "'$1'")],
    ["one line", (source) => source.replaceAll(/\n\s*/g, " ")],
    ["quoted names", (source) => source.replaceAll(/^(\s+)(x|opt|tools): /gm, '$1"$2": ').replace('"tools"', "tools")],
    ["comments of several lines", (source) => source.replace("/** One. Two. */", "/**\n * One.\n * Two.\n */")],
    ["other comments", (source) => source.replace("tools:", "// see below\n  /* here */ tools:")],
    [
      "another way to the server",
      (source) => source.replace(/command: .*,/, "command: ['x'],\n  env: { KEY: process.env.KEY ?? '' },")
    ],
    ["another name in code", (source) => source.replace("const s =", "const mine =")]
  ])("has not changed: %s", (_, edit) => {
    assert.notEqual(edit(kept), kept)
    assert.deepEqual(changes(edit(kept), kept), [])
  })
})

test.each([
  ["export const x = 1", "it has 0 servers, not one"],
  ['server("a", { tools: {} }); server("b", { tools: {} })', "it has 2 servers, not one"],
  ['server("a", { tools })', "its server has no tools written out"],
  ['server("a", { tools: { ...common } })', '"...common" is no name with a schema']
])("%s is no catalogue: %s", (source, reason) => {
  assert.deepEqual(factsOf(source), Result.fail(reason))
})
