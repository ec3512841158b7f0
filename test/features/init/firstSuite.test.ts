/**
 * The first suite of a server: its tool, its arguments, its forbidden tools, and that it compiles for any server.
 */
import { describe, setDefaultTimeout, test } from "bun:test"
import assert from "node:assert/strict"
import { spawnSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { firstTool } from "../../../src/features/init/firstTool.ts"
import { forbiddenTools, suiteSource } from "../../../src/features/init/filesFor.ts"
import { catalogueSource } from "../../../src/features/types/catalogueSource.ts"
import type { Json } from "../../../src/base/domain/Json.ts"
import type { OfferedTool } from "../../../src/base/domain/plan/Tool.ts"
import { hostile } from "../../edges/report/hostile.ts"
import { emptyProject, root, run } from "../../app/project.ts"
import { nameOf, toolLists, toolsOf } from "../types/toolLists.ts"

setDefaultTimeout(60_000)

const tool = (name: string, properties: { readonly [name: string]: Json } = {}, more: {} = {}): OfferedTool => ({
  server: "s",
  name,
  input_schema: { type: "object", properties, required: Object.keys(properties), ...more }
})

const path = { path: { type: "string" } }

describe("the tool of a first suite", () => {
  test.each<readonly [string, ReadonlyArray<OfferedTool>, string]>([
    ["only reads", [tool("delete_file", path), tool("get_file", path)], "get_file"],
    ["only reads, even without arguments to check", [tool("delete_file", path), tool("list_all")], "list_all"],
    [
      "only reads, with arguments that cannot be guessed",
      [tool("delete_file", path), tool("get_file", { a: {} })],
      "get_file"
    ],
    ["has arguments to check", [tool("list_all"), tool("list_some", path)], "list_some"],
    ["has arguments that can be guessed", [tool("make_a", { a: {} }), tool("make_b", path)], "make_b"],
    ["only reads, with the name of its server as prefix", [tool("s_add", path), tool("s_show", path)], "s_show"],
    ["only reads, with a name in camel case", [tool("addFile", path), tool("readFile", path)], "readFile"],
    ["does not only end in a reading verb", [tool("mark_as_read", path), tool("get_unread")], "get_unread"],
    ["is the first by name among equals", [tool("get_b"), tool("get_a")], "get_a"]
  ])("%s", (_, tools, name) => {
    assert.equal(firstTool(tools)?.name, name)
  })

  test("is undefined for a server without tools", () => {
    assert.equal(firstTool([]), undefined)
  })
})

describe("the arguments of the tool of a first suite", () => {
  test.each<readonly [string, Json, Json | undefined]>([
    ["a text", { type: "string" }, "hello"],
    ["a number", { type: "number" }, 1],
    ["a number from a bound", { type: "integer", minimum: 7 }, 7],
    ["a flag", { type: "boolean" }, true],
    ["a choice", { enum: ["b", "a"] }, "b"],
    ["the only value", { const: 3 }, 3],
    ["a default", { type: "string", default: "x" }, "x"],
    ["an example", { type: "string", examples: ["y"] }, "y"],
    ["a list", { type: "array", items: { type: "string" } }, []],
    ["a list that may not be empty", { type: "array", items: { type: "string" }, minItems: 1 }, ["hello"]],
    ["an object", { type: "object", properties: { n: { type: "number" } }, required: ["n"] }, { n: 1 }],
    ["a reference", { $ref: "#/$defs/Name" }, "hello"],
    ["a reference to itself", { $ref: "#/$defs/Loop" }, undefined],
    ["anything", {}, undefined],
    ["a default that its schema refuses", { type: "string", default: 5 }, undefined],
    ["a text with a pattern", { type: "string", pattern: "^\\d+$" }, undefined]
  ])("%s", (_, schema, value) => {
    const $defs = {
      Name: { type: "string" },
      Loop: { type: "object", properties: { next: { $ref: "#/$defs/Loop" } }, required: ["next"] }
    }
    const args = firstTool([
      tool("t", { a: schema }, { $defs, $schema: "http://json-schema.org/draft-07/schema#" })
    ])?.args
    assert.deepEqual(args, value === undefined ? {} : { a: value })
  })
})

describe("the forbidden tools of a first suite", () => {
  const annotated = (name: string, annotations: Json): OfferedTool => ({ ...tool(name), annotations })

  test.each<readonly [string, ReadonlyArray<OfferedTool>, ReadonlyArray<string>]>([
    ["destroy by their name", [tool("get_a"), tool("delete_a"), tool("removeA")], ["delete_a", "removeA"]],
    ["destroy by their name after the name of their server", [tool("s_get"), tool("s_delete")], ["s_delete"]],
    ["do not include tools that write", [tool("get_a"), tool("update_a"), tool("create_a")], []],
    ["do not include tools with an unknown effect", [tool("get_a"), tool("resolve_id"), tool("execute_sql")], []],
    ["destroy by the server's hint", [annotated("shred", { destructiveHint: true }), tool("get_a")], ["shred"]],
    ["do not include an update that is called destructive", [annotated("update_a", { destructiveHint: true })], []],
    [
      "do not include tools that destroy nothing by the server's hint",
      [annotated("clear_view", { readOnlyHint: true })],
      []
    ],
    ["do not include the tool that the prompt asks for", [tool("delete_a"), tool("delete_b")], ["delete_b"]]
  ])("%s", (_, tools, names) => {
    assert.deepEqual(forbiddenTools(tools, firstTool(tools)?.name ?? ""), names)
  })
})

const real = toolLists.map((file) => [nameOf(file), toolsOf(file)] as const)

const long = Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`argument_${at}`, { type: "string" }]))

/** Servers whose names and tools get in the way of the suite's own. */
const odd: ReadonlyArray<readonly [string, ReadonlyArray<OfferedTool>]> = [
  ["agent", [tool("call", { "a-b": { type: "string" } })]],
  ["tool", [tool("get-sum", { class: { type: "number" } })]],
  ["class", [tool("__proto__", long), tool("delete-it", path), tool("update it")]],
  ["*/ 天", [tool('say "hi"\\ */', { text: { const: '"\\ */ `${x}`' } })]],
  ["__server__", [tool("__prompt__", { a: { const: "__forbidden__" } })]],
  ["never", Array.from({ length: 30 }, (_, at) => tool(`delete_number_${at}`, path))]
]

const template = readFileSync(join(root, "src/features/init/templates/suites/first.txt"), "utf8")
const reached = { command: ["node", "server.js"] }

/** A project with a first suite for each server. */
const suitesFor = (servers: ReadonlyArray<readonly [string, ReadonlyArray<OfferedTool>]>) => {
  const user = emptyProject({
    "package.json": `{ "type": "module" }`,
    "suites/tsconfig.json": readFileSync(join(root, "src/features/init/templates/suites/tsconfig.json"), "utf8")
  })
  for (const [at, [server, tools]] of servers.entries()) {
    const first = firstTool(tools)
    assert.ok(first !== undefined)
    user.write(`suites/servers/s${at}.ts`, catalogueSource(server, reached, { tools }))
    const forbidden = forbiddenTools(tools, first.name)
    const about = { server, file: `s${at}`, tool: first, forbidden, model: "gpt-5" }
    user.write(`suites/s${at}.ts`, suiteSource(template, about))
  }
  return user
}

const typeErrors = (folder: string): string =>
  spawnSync(join(root, "node_modules/.bin/tsc"), ["-p", "suites", "--pretty", "false"], {
    cwd: folder,
    encoding: "utf8"
  }).stdout

describe("a first suite", () => {
  test("compiles to a plan for any name of the server and its tools", () => {
    using user = suitesFor([...real, ...odd])
    assert.equal(typeErrors(user.folder), "")
    const { code, stderr, stdout } = run(join(root, "dist/doors/passhat.js"), ["plan", "--json"], { cwd: user.folder })
    assert.equal(code, 0, stderr)
    assert.deepEqual(
      JSON.parse(stdout)
        .map((plan: { suite: string }) => plan.suite)
        .toSorted(),
      [...real, ...odd].map(([name]) => name).toSorted()
    )
  })

  test("compiles for a server with hostile texts", () => {
    using user = suitesFor(hostile.map((text) => [text, [tool(text, { [text]: { const: text } })]]))
    assert.equal(typeErrors(user.folder), "")
  })

  test("that names a tool which the server does not have does not compile, and the message names the nearest tool", () => {
    using user = suitesFor([["weather", [tool("get_weather", { city: { type: "string" } })]]])
    user.edit("suites/s0.ts", (text) => text.replace("tools.get_weather", "tools.get_wether"))
    assert.match(typeErrors(user.folder), /^suites\/s0\.ts\(7,28\): error TS2551: .*Did you mean 'get_weather'\?/)
  })
})
