import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import * as Yaml from "effect/encoding/Yaml"
import * as fc from "fast-check"
import { lineNumberOf } from "../../../src/features/mock/lineNumberOf.ts"

type Tree = string | ReadonlyArray<Tree> | { readonly [key: string]: Tree }

const { tree } = fc.letrec<{ tree: Tree }>((tie) => ({
  tree: fc.oneof(
    { depthSize: "small" },
    fc.constantFrom("plain", "two words", "a: b", "- c", "# d", "it's", '"e"', "[f", "{g", "h, i"),
    fc.array(tie("tree"), { minLength: 1, maxLength: 4 }),
    fc.dictionary(fc.stringMatching(/^[a-z]{1,3}$/), tie("tree"), { minKeys: 1, maxKeys: 4, noNullPrototype: true })
  )
}))

/** Every text of a tree, by its path, with its number in front of it: so that each can be found. */
const numbered = (
  value: Tree,
  path: ReadonlyArray<PropertyKey> = [],
  paths: Array<ReadonlyArray<PropertyKey>> = []
): { readonly value: Tree; readonly paths: ReadonlyArray<ReadonlyArray<PropertyKey>> } => {
  const below = (child: Tree, key: PropertyKey) => numbered(child, [...path, key], paths).value
  if (typeof value === "string") return { value: `${paths.push(path)} ${value}`, paths }
  if (Array.isArray(value)) return { value: value.map(below), paths }
  return { value: Object.fromEntries(Object.entries(value).map(([key, child]) => [key, below(child, key)])), paths }
}

/** Lists and mappings by indentation, each text on the line of its key. */
const yaml = (value: Tree, indent = ""): string => {
  const entry = (key: string, child: Tree) =>
    `${indent}${key} ${typeof child === "string" ? JSON.stringify(child) : `# nested\n${yaml(child, `${indent}  `)}`}`
  if (typeof value === "string") return JSON.stringify(value)
  return Array.isArray(value)
    ? value.map((child) => entry("-", child)).join("\n")
    : Object.entries(value)
        .map(([key, child]) => entry(`${key}:`, child))
        .join("\n")
}

const lineWith = (text: string, word: string): number => text.split("\n").findIndex((line) => line.includes(word)) + 1

describe("lineNumberOf", () => {
  test.each([
    ["JSON", (value: Tree) => JSON.stringify(value, null, 2)],
    ["JSON with tabs", (value: Tree) => JSON.stringify(value, null, "\t")],
    ["YAML by indentation", yaml],
    ["YAML behind comments and a document's mark", (value: Tree) => `# a\n---\n${yaml(value)}\n`],
    ["YAML with lines that end in CRLF", (value: Tree) => yaml(value).replaceAll("\n", "\r\n")],
    ["JSON inside of YAML", (value: Tree) => `- ${JSON.stringify(value, null, 2).replaceAll("\n", "\n  ")}`]
  ])("finds every value of %s", (name, write) => {
    fc.assert(
      fc.property(tree, (shape) => {
        const { paths, value } = numbered(shape)
        const text = write(value)
        const inside = name === "JSON inside of YAML" ? [0] : []
        assert.deepEqual(Yaml.parse(text), inside.length > 0 ? [value] : value)
        for (const [i, path] of paths.entries()) {
          assert.equal(lineNumberOf(text, [...inside, ...path]), lineWith(text, `"${i + 1} `), text)
        }
      })
    )
  })

  const page = [
    "tools:", // 1
    "- name: a", // 2
    "  description: |", // 3
    "    name: not this one", // 4
    "", // 5
    "    - nor this", // 6
    "  inputSchema: {", // 7
    "    type: object, # properties: {", // 8
    "    'properties': { city: { type: string } }", // 9
    "  }", // 10
    "-   name: b # three spaces", // 11
    "    response: &said", // 12
    '      "content": x', // 13
    "-", // 14
    "  name: c", // 15
    "resources: []" // 16
  ].join("\n")

  test.each([
    [[], 1],
    [["tools", 0, "name"], 2],
    [["tools", 0, "description"], 3],
    [["tools", 0, "inputSchema", "type"], 8],
    [["tools", 0, "inputSchema", "properties", "city", "type"], 9],
    [["tools", 1, "response"], 12],
    [["tools", 1, "response", "content"], 13],
    [["tools", 2], 14],
    [["tools", 2, "name"], 15],
    [["resources"], 16]
  ] as ReadonlyArray<readonly [ReadonlyArray<PropertyKey>, number]>)("%j is on line %d", (path, line) => {
    assert.equal(lineNumberOf(page, path), line)
  })

  test("a missing value has the line of the value around it", () => {
    assert.equal(lineNumberOf(page, ["tools", 2, "response"]), 14)
    assert.equal(lineNumberOf(page, ["tools", 9, "name"]), 1)
    assert.equal(lineNumberOf("", ["tools"]), 1)
  })
})
