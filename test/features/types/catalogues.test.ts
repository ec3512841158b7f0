/**
 * Catalogues of six real servers: they compile, and hold what the servers list.
 */
import { afterAll, describe, test } from "bun:test"
import assert from "node:assert/strict"
import { spawnSync } from "node:child_process"
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { catalogueSource } from "../../../src/features/types/catalogueSource.ts"
import { catalogueDrift } from "../../../src/features/types/catalogueDrift.ts"
import type { JsonObject } from "../../../src/base/domain/Json.ts"
import type { OfferedTool, ToolData } from "../../../src/base/domain/plan/Tool.ts"
import { toolData } from "../../../src/language/plan/toolData.ts"
import { root } from "../../app/project.ts"
import { validator } from "./closed.ts"
import { evaluate } from "./evaluate.ts"
import { fitsType } from "./fits.ts"
import { samplesOf, spoilt } from "./samples.ts"
import { nameOf, toolLists as lists, toolsOf } from "./toolLists.ts"

const sourceOf = (file: string): string =>
  catalogueSource(nameOf(file), { command: ["npx", "-y", nameOf(file)] }, { tools: toolsOf(file) })

/** The tools of a catalogue as data. */
const toolsIn = (source: string): ReadonlyArray<ToolData> =>
  Object.values(evaluate(source).tools).flatMap((tool) => toolData(tool, undefined) ?? [])

/** Inside the repository, so that `passhat` resolves to itself, and out of git's sight. */
const generated = join(import.meta.dirname, ".generated")
mkdirSync(generated, { recursive: true })
writeFileSync(join(generated, ".gitignore"), "*\n")
const folder = mkdtempSync(join(generated, "catalogues-"))
afterAll(() => rmSync(folder, { recursive: true }))

const bin = (name: string, ...args: ReadonlyArray<string>): string =>
  spawnSync(join(root, "node_modules/.bin", name), args, { cwd: folder, encoding: "utf8" }).stdout

describe("a catalogue", () => {
  test("type-checks, and refuses arguments that its tool does not have", () => {
    for (const file of lists) writeFileSync(join(folder, `${nameOf(file)}.ts`), sourceOf(file))
    if (lists.length > 0) writeFileSync(join(folder, "misuse.ts"), misuse)
    writeFileSync(join(folder, "odd.ts"), catalogueSource("odd", { url: "http://localhost/mcp" }, { tools: oddTools }))
    writeFileSync(
      join(folder, "tsconfig.json"),
      JSON.stringify({
        extends: "../../../../../tsconfig.json",
        compilerOptions: { skipLibCheck: true },
        include: ["."]
      })
    )
    // What is wrong with src itself is told by the check of the whole repository.
    const errors = bin("tsc", "-p", folder, "--pretty", "false")
      .split("\n")
      .filter((line) => line.includes("error TS") && !line.startsWith(".."))
    assert.deepEqual(errors, [])
  }, 60_000)
})

describe.skipIf(lists.length === 0)("the catalogue of a real server", () => {
  test.each(lists)("%s has the layout of the formatter", (file) => {
    const source = sourceOf(file)
    const path = join(folder, `${nameOf(file)}-formatted.ts`)
    writeFileSync(path, source)
    bin("oxfmt", "--config", join(root, ".oxfmtrc.json"), path)
    assert.equal(readFileSync(path, "utf8"), source)
  })

  test.each(lists)("%s has every tool as it is listed", (file) => {
    const listed = toolsOf(file).map(({ server: _, ...tool }): ToolData => ({ ...tool, listed: true }))
    assert.ok(listed.length > 0)
    assert.deepEqual(
      toolsIn(sourceOf(file)),
      listed.toSorted((a, b) => (a.name < b.name ? -1 : 1))
    )
  })

  test.each(lists)("%s has no drift after a formatter with other options", (file) => {
    const source = sourceOf(file)
    const path = join(folder, `${nameOf(file)}-habits.ts`)
    const habits = { printWidth: 60, semi: true, singleQuote: true, trailingComma: "all", quoteProps: "consistent" }
    writeFileSync(join(folder, "habits.json"), JSON.stringify(habits))
    writeFileSync(path, source)
    bin("oxfmt", "--config", join(folder, "habits.json"), path)
    const formatted = readFileSync(path, "utf8")
    assert.notEqual(formatted, source)
    assert.deepEqual(toolsIn(formatted.replaceAll(/;$/gm, "")), toolsIn(source))
  })

  test.each(lists)("%s is the same for any order of tools, and has no drift for another order of keys", (file) => {
    const way = { command: ["npx", "-y", nameOf(file)] }
    const tools = toolsOf(file).toReversed()
    assert.equal(catalogueSource(nameOf(file), way, { tools }), sourceOf(file))
    const shuffled = catalogueSource(nameOf(file), way, { tools: tools.map((tool) => reversed(tool) as OfferedTool) })
    assert.deepEqual(catalogueDrift({ tools: toolsIn(sourceOf(file)) }, { tools: toolsIn(shuffled) }), [])
  })
})

const reversed = (value: unknown): unknown =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.fromEntries(
        Object.entries(value)
          .toReversed()
          .map(([key, part]) => [key, reversed(part)])
      )
    : value

const tools = lists.flatMap((file) => toolsOf(file).map((tool) => [`${tool.server} ${tool.name}`, tool] as const))

describe.skipIf(lists.length === 0)("the type of a tool's arguments accepts the values of its JSON Schema", () => {
  test.each(tools)("%s", (_, { input_schema }) => {
    const fits = fitsType(input_schema)
    const isValid = validator(input_schema)
    const good = samplesOf(input_schema as JsonObject)
    for (const args of good) assert.deepEqual([args, fits(args), isValid(args)], [args, true, true])
    const bad = good.flatMap(spoilt)
    for (const args of bad) assert.ok(fits(args) || !isValid(args), JSON.stringify(args))
    assert.ok(bad.some((args) => !fits(args)))
  })
})

/** What the six servers do not have: schemas that contain themselves and each other, places, choices, open objects. */
const oddTools = Object.entries({
  tree: {
    properties: { root: { $ref: "#/$defs/Node" }, parent: { $ref: "#" } },
    required: ["root"],
    $defs: {
      Leaf: { type: "object", properties: { n: { type: "integer", minimum: 1, maximum: 5 } }, required: ["n"] },
      Node: {
        type: "object",
        description: "*/ @ts-expect-error",
        properties: { children: { type: "array", items: { $ref: "#/$defs/Node" } }, leaf: { $ref: "#/$defs/Leaf" } },
        required: ["children"]
      }
    }
  },
  open: {
    properties: { root: { $ref: "#/$defs/Node" } },
    $defs: {
      Node: {
        type: "object",
        properties: { next: { anyOf: [{ $ref: "#/$defs/Node" }, { type: "null" }] } },
        additionalProperties: true
      }
    }
  },
  json: {
    properties: { value: { $ref: "#/definitions/Value" } },
    definitions: {
      List: { type: "array", prefixItems: [{ $ref: "#/definitions/Value" }], items: { $ref: "#/definitions/Value" } },
      Value: {
        oneOf: [
          { type: ["string", "null"] },
          { $ref: "#/definitions/List" },
          { type: "object", additionalProperties: { $ref: "#/definitions/Value" }, minProperties: 1 }
        ]
      }
    }
  },
  choice: {
    properties: { a: { type: "string" }, b: { type: "number" } },
    anyOf: [{ required: ["a"] }, { required: ["b"] }]
  },
  pair: {
    properties: { a: { type: "array", items: [{ const: 1 }], maxItems: 3 }, "a-b": { oneOf: [{ type: "number" }, {}] } }
  },
  class: {}
}).map(([name, schema]): OfferedTool => ({ server: "odd", name, input_schema: { type: "object", ...schema } }))

const misuse = `
import { call, exact, subset } from "passhat"
import { filesystem } from "./filesystem.ts"
import { memory } from "./memory.ts"

call(filesystem.tools.read_text_file, exact({ path: "a", head: 3 }))
call(memory.tools.read_graph, exact({}))
// @ts-expect-error a misspelt tool
filesystem.tools.read_txt_file
// @ts-expect-error a misspelt argument
call(filesystem.tools.read_text_file, subset({ pth: "a" }))
// @ts-expect-error an argument of another type
call(filesystem.tools.read_text_file, exact({ path: 1 }))
// @ts-expect-error a missing argument
call(filesystem.tools.read_text_file, exact({}))
// @ts-expect-error an argument where there are none
call(memory.tools.read_graph, exact({ depth: 1 }))
`
