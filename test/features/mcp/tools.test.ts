/**
 * The table of tools: what clients see of it, and docs/coding-agents.md.
 */
import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import * as Effect from "effect/Effect"
import { program } from "../../program.ts"
import { parse } from "../../../src/app/flags/parse.ts"
import { runFlags } from "../../../src/app/flags/runFlags.ts"
import { boundedJson, boundedText, MOST_JSON, MOST_TEXT } from "../../../src/features/mcp/outcome.ts"
import { argvOf, type Input, inputSchema } from "../../../src/features/mcp/inputs.ts"
import { tools } from "../../../src/features/mcp/tools.ts"
import { read } from "../../docs/blocks.ts"

const toolOf = (name: string) => tools.find((tool) => tool.name === name)!
const argv = (name: string, given: Input) => Effect.runSync(argvOf(toolOf(name), given))

describe("inputs", () => {
  test("have the types, defaults and descriptions of the command's flags and arguments", () => {
    const { additionalProperties, properties, required } = inputSchema(toolOf("compare"))
    assert.deepEqual([required, additionalProperties], [["baseline", "candidate"], false])
    assert.deepEqual(
      Object.entries(properties).map(([name, { default: standard, type }]) => [name, type, standard]),
      [
        ["baseline", "string", undefined],
        ["candidate", "string", undefined],
        ["confidence", "number", 0.95],
        ["behaviour", "boolean", true],
        ["behaviourDecides", "boolean", false],
        ["allow", "array", undefined]
      ]
    )
    const { record } = inputSchema(toolOf("record")).properties
    assert.deepEqual([record?.default, "enum" in record! && record.enum], ["missing", runFlags.record.choices])
  })

  test("become argv that gives the command the same values, whatever texts look like", () => {
    const given = {
      files: ["-x.ts", "--help"],
      filter: "--quiet",
      tag: ["a", "-b"],
      runs: -3,
      failed: true,
      bail: false
    }
    const parsed = parse(program, ["run", ...argv("run", given)])
    assert.ok(parsed.kind === "run" && parsed.run.command === "run")
    const { bail, failed, files, filter, runs, tag } = parsed.run.values
    assert.deepEqual({ bail, failed, files, filter, runs, tag }, given)
  })

  test("of every tool name what its command has, and argv of none is accepted unless something is required", () => {
    for (const tool of tools) {
      const known = new Set(Object.keys({ ...tool.command.flags, ...tool.command.arguments }))
      assert.deepEqual(
        tool.names.filter((name) => !known.has(name)),
        []
      )
      const parsed = parse(program, [tool.commandName, ...tool.fixed("into"), ...argv(tool.name, {})])
      assert.equal(parsed.kind, inputSchema(tool).required.length === 0 ? "run" : "mistake", tool.name)
    }
  })

  test("docs/coding-agents.md lists every tool with its inputs", () => {
    const rows = Array.from(read("docs/coding-agents.md").matchAll(/^\| `(\w+)` +\|([^|]*)\|([^|]*)\|$/gm))
    assert.deepEqual(
      rows.map(([, name, what = "", inputs = ""]) => [name, what.includes("--allow-live"), inputs.match(/\w+/g)]),
      tools.map(({ isLive, name, names }) => [name, isLive, names])
    )
  })
})

describe("an answer that is too long", () => {
  test("ends with whole lines, and says how much is left out and how to ask for less", () => {
    const lines = Array.from({ length: 3_000 }, (_, at) => `line ${at}`).join("\n")
    const text = boundedText(lines, "Ask for less.")
    const [, kept = "", left] =
      /^([^]*)\n\.\.\. (\d+) characters on \d+ lines are left out\. Ask for less\.$/.exec(text) ?? []
    assert.ok(kept.length <= MOST_TEXT && lines.startsWith(`${kept}\n`))
    assert.equal(kept.length + Number(left), lines.length)
    assert.equal(boundedText("short", "Ask for less."), "short")
    assert.ok(boundedText("x".repeat(MOST_TEXT + 1), "").startsWith("x".repeat(MOST_TEXT)))
  })

  test("has the text in place of JSON that is too long, and always the verdict", () => {
    const facts = { verdict: "fail" }
    assert.deepEqual(boundedJson(facts, ["report", { a: 1 }], "text", ""), { verdict: "fail", report: { a: 1 } })
    const long = boundedJson(facts, ["report", "x".repeat(MOST_JSON)], "text", "Ask for less.")
    assert.deepEqual(long, {
      verdict: "fail",
      text: "text",
      left_out: `report has ${MOST_JSON + 2} characters, and at most ${MOST_JSON} are sent. Ask for less.`
    })
  })
})
