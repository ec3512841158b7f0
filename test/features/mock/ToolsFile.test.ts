import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import * as Effect from "effect/Effect"
import { readTools } from "../../../src/features/mock/ToolsFile.ts"
import { layer } from "../../../src/engine/layers/platform/fileSystem.ts"
import { blocksOf } from "../../docs/blocks.ts"
import { written } from "./mocks.ts"

/** What is said of a file, without the folder that it is in. */
const refusal = async (name: string, text: string): Promise<string> => {
  using tools = written(name, text)
  const { message } = await Effect.runPromise(Effect.flip(readTools(tools.file)).pipe(Effect.provide(layer)))
  return message.replaceAll(`${tools.folder}/`, "")
}

/** A file with this for its first tool, from line 2 on. */
const tool = (...lines: ReadonlyArray<string>): string => ["tools:", ...lines, "  - name: last", ""].join("\n")

describe("a tools file", () => {
  test("is read equally from YAML and from JSON", async () => {
    const read = async (name: string, text: string) => {
      using tools = written(name, text)
      return await Effect.runPromise(readTools(tools.file).pipe(Effect.provide(layer)))
    }
    const value = {
      tools: [
        { name: "a", inputSchema: { type: "object" as const }, response: "x" },
        { name: "b", responses: [{ when: { n: 1 }, response: { content: "y", isError: true } }] }
      ],
      resources: [{ uri: "mock://r", name: "r", text: "z" }]
    }
    assert.deepEqual(await read("tools.json", JSON.stringify(value)), value)
    const yaml = `
tools:
  - name: a
    inputSchema: { type: object }
    response: x
  - name: b
    responses:
      - when: { n: 1 }
        response: { content: y, isError: true }
resources:
  - { uri: "mock://r", name: r, text: z }
`
    assert.deepEqual(await read("tools.yml", yaml), value)
  })

  test("is read from the example of its page", async () => {
    const shown = blocksOf("docs/mock.md").find(({ info }) => info === "yaml")
    using tools = written("tools.yml", shown?.text ?? "")
    const file = await Effect.runPromise(readTools(tools.file).pipe(Effect.provide(layer)))
    assert.deepEqual([file.tools.map(({ name }) => name), file.resources?.length], [["get_weather", "ping"], 1])
  })

  const deep = {
    list: "[".repeat(20_000) + "]".repeat(20_000),
    mapping: '{"a":'.repeat(20_000) + "1" + "}".repeat(20_000)
  }
  test.each([
    ["JSON with deep lists", `{"tools":[{"name":"a","inputSchema":{"a":${deep.list}}}]}`, "1: tools[0].inputSchema.a"],
    [
      "JSON with deep mappings",
      `{"tools":[\n{"name":"a","inputSchema":${deep.mapping}}]}`,
      "2: tools[0].inputSchema.a"
    ],
    [
      "YAML with lists",
      `tools:\n  - name: a\n    inputSchema: { a: ${"[".repeat(200)}${"]".repeat(200)} }\n`,
      "3: tools[0].inputSchema.a"
    ]
  ])("of %s is refused with a sentence that has the place", async (_, text, place) => {
    assert.equal(await refusal("tools.yml", text), `tools.yml:${place} is nested deeper than 128 levels. Correct it.`)
  })

  test.each([
    ["lists", `{ a: ${deep.list} }`],
    ["mappings", deep.mapping]
  ])("of YAML that is too deep for its parser, of %s, is refused with a sentence", async (_, value) => {
    assert.equal(
      await refusal("tools.yml", `tools:\n  - name: a\n    inputSchema: ${value}\n`),
      "tools.yml:3 is neither YAML nor JSON: it is nested too deeply. Correct it."
    )
  })

  test("whose aliases grow to more values than a file may have is refused with a sentence", async () => {
    const lines = Array.from({ length: 40 }, (_, at) => `a${at + 1}: &a${at + 1} [*a${at}, *a${at}, *a${at}]`)
    assert.equal(
      await refusal("tools.yml", `a0: &a0 [x]\n${lines.join("\n")}\n`),
      "tools.yml:1: the file has more than 1000000 values. Correct it."
    )
  })

  test("with a very long key is refused with a short sentence", async () => {
    const said = await refusal("tools.yml", tool("  - name: a", `    ${"descrip".repeat(100_000)}: b`))
    assert.match(said, /^tools\.yml:3: tools\[0\]\.descrip/)
    assert.ok(said.length < 600, `${said.length} characters`)
  })

  test("that does not exist is refused with one sentence", async () => {
    const read = readTools("nowhere/tools.yml").pipe(Effect.flip, Effect.provide(layer))
    assert.equal(
      (await Effect.runPromise(read)).message,
      "nowhere/tools.yml could not be read: there is no such file. Give --tools-from a YAML or JSON file."
    )
  })

  const badYaml: ReadonlyArray<readonly [string, string, string]> = [
    ["no text", "", "tools.yml:1: the file: expected object, got null. Correct it."],
    ["no tools", "resources: []\n", "tools.yml:1: tools is missing. Add it."],
    ["tools that are no list", "# mine\ntools: 5\n", "tools.yml:2: tools: expected array, got 5. Correct it."],
    [
      "bad YAML",
      "tools:\n  - name: a\n   response: x\n",
      "tools.yml:3 is neither YAML nor JSON: Unexpected indentation of 3 spaces. Correct it."
    ],
    [
      "a tool without a name",
      "tools:\n  - name: a\n  - name: b\n  - description: c\n    response: d\n",
      "tools.yml:4: tools[2].name is missing. Add it."
    ],
    ["a tool that is none", tool("  - 5"), "tools.yml:2: tools[0]: expected object, got 5. Correct it."],
    ["a name that is no text", tool("  - name: 5"), "tools.yml:2: tools[0].name: expected string, got 5. Correct it."],
    [
      "one name twice",
      tool("  - name: a", "  - name: last"),
      'tools.yml:4: tools[2].name: another tool is named "last". Correct it.'
    ],
    [
      "an input schema that is no object",
      tool("  - name: a", "    inputSchema: [string]"),
      'tools.yml:3: tools[0].inputSchema: expected object, got ["string"]. Correct it.'
    ],
    [
      "an input schema of something else",
      tool("  - name: a", "    inputSchema:", "      type: array"),
      'tools.yml:4: tools[0].inputSchema.type: expected "object", got "array". Correct it.'
    ],
    [
      "a misspelt key",
      tool("  - name: a", "    descripton: b"),
      "tools.yml:3: tools[0].descripton is not a key that is known here. Did you mean description?"
    ],
    [
      "an unknown key",
      tool("  - name: a", "    handler: b"),
      "tools.yml:3: tools[0].handler is not a key that is known here. " +
        "There are name, description, inputSchema, response, responses."
    ],
    [
      "a number for a response",
      tool("  - name: a", "    response: 42"),
      "tools.yml:3: tools[0].response: expected text or an object with content, got 42. Correct it."
    ],
    [
      "a misspelt key of a response",
      tool("  - name: a", "    response:", "      contents: b"),
      "tools.yml:4: tools[0].response.contents is not a key that is known here. Did you mean content?"
    ],
    [
      "content without its text",
      tool("  - name: a", "    response:", "      content:", "        - type: text"),
      "tools.yml:5: tools[0].response.content[0].text is missing. Add it."
    ],
    [
      "content that MCP does not know",
      tool("  - name: a", "    response: { content: [{ type: txt }] }"),
      "tools.yml:3: tools[0].response.content[0]: expected an object whose type is text, image, audio, resource or " +
        'resource_link, got {"type":"txt"}. Correct it.'
    ],
    [
      "a number that JSON does not have",
      tool("  - name: a", "    response: { content: b, structuredContent: { c: .nan } }"),
      'tools.yml:3: tools[0].response.structuredContent: expected JSON value, got {"c":NaN}. Correct it.'
    ],
    [
      "a response that is for no arguments",
      tool("  - name: a", "    responses:", "      - response: b"),
      "tools.yml:4: tools[0].responses[0].when is missing. Add it."
    ],
    [
      "a resource without its text",
      "tools: []\nresources:\n  - uri: mock://a\n    name: a\n",
      "tools.yml:3: resources[0].text is missing. Add it."
    ]
  ]
  test.each(badYaml)("with %s is refused with one sentence", async (_, text, sentence) => {
    assert.equal(await refusal("tools.yml", text), sentence)
  })

  const badJson: ReadonlyArray<readonly [string, string, string]> = [
    [
      "a missing comma",
      '{\n  "tools": [\n    { "name": "a" }\n    { "name": "b" }\n  ]\n}\n',
      "tools.json:4 is neither YAML nor JSON: Expected ','. Correct it."
    ],
    [
      "a misspelt key",
      '{\n  "tools": [\n    { "name": "a" },\n    { "nam": "b" }\n  ]\n}\n',
      "tools.json:4: tools[1].nam is not a key that is known here. Did you mean name?"
    ]
  ]
  test.each(badJson)("in JSON with %s is refused with one sentence", async (_, text, sentence) => {
    assert.equal(await refusal("tools.json", text), sentence)
  })
})
