import { afterAll, describe, test } from "bun:test"
import assert from "node:assert/strict"
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { measureMcpmark } from "../../bench/measureMcpmark.ts"
import { readMcpmark } from "../../bench/workload/mcpmark/read.ts"
import { writeMcpmark } from "../../bench/workload/mcpmark/write.ts"
import { root, run } from "../app/project.ts"

const folder = mkdtempSync(join(tmpdir(), "passhat-"))
afterAll(() => rmSync(folder, { recursive: true }))

const published = join(folder, "published")
const publish = (task: string, trial: number, items: ReadonlyArray<unknown>, success: boolean): void => {
  const at = join(published, "tables", `run-${trial}`, task)
  mkdirSync(at, { recursive: true })
  writeFileSync(join(at, "messages.json"), JSON.stringify(items))
  const token_usage = { input_tokens: 90, output_tokens: 10, total_tokens: 100 }
  writeFileSync(join(at, "meta.json"), JSON.stringify({ execution_result: { success }, token_usage }))
}

const says = (text: string) => ({ type: "message", role: "assistant", content: [{ type: "output_text", text }] })
const calls = (call_id: string, name: string, args: string) => ({
  type: "function_call",
  id: "__fake_id__",
  call_id,
  name,
  arguments: args
})
const returns = (call_id: string, text: string) => ({
  type: "function_call_output",
  call_id,
  output: JSON.stringify({ type: "text", text })
})
const failure = JSON.stringify({ content: [{ type: "text", text: "no such table" }], isError: true })
const items = [
  { role: "user", content: "How many rows?" },
  says("Let me look."),
  calls("a", "list", ""),
  calls("b", "count", '{"table":"x"}'),
  returns("a", "x, y"),
  returns("b", failure),
  calls("c", "count", "[1]"),
  returns("c", "7"),
  says("There are 7.")
]
publish("counts", 1, items, true)
publish("counts", 2, items, false)
publish("never-began", 1, items, true)
publish("never-began", 2, [], false)

describe("MCPMark's published runs", () => {
  const tasks = readMcpmark(published)

  test("are traces of a driver, by task and trial; a task with an empty run is left out", () => {
    assert.deepEqual(
      tasks.map(({ name, prompt, runs, server }) => [server, name, prompt, runs.map(({ index }) => index)]),
      [["tables", "counts", "How many rows?", [1, 2]]]
    )
    const { observations, trace } = tasks[0]!.runs[1]!
    assert.deepEqual(observations?.verdict?.structured, { success: false })
    assert.deepEqual(
      trace?.tool_calls.map(({ args, id, server, turn }) => [id, turn, server, args]),
      [
        ["a", 1, "tables", {}],
        ["b", 1, "tables", { table: "x" }],
        ["c", 2, "", { INVALID_JSON: "[1]" }]
      ]
    )
    assert.deepEqual(
      trace?.tool_results.map(({ call_id, content, is_error }) => [call_id, is_error, content]),
      [
        ["a", false, [{ type: "text", text: "x, y" }]],
        ["b", true, [{ type: "text", text: "no such table" }]],
        ["c", false, [{ type: "text", text: "7" }]]
      ]
    )
    assert.deepEqual(trace?.conversation, {
      tokens: { input: 90, output: 10, total: 100 },
      turns: [
        { role: "user", content: "How many rows?" },
        { role: "assistant", content: "Let me look." },
        { role: "assistant", content: "" },
        { role: "assistant", content: "There are 7." }
      ]
    })
    assert.deepEqual([trace?.final_response, trace?.stop_reason], ["There are 7.", "end_turn"])
  })

  test("have no tasks if the folder does not exist", () => {
    assert.deepEqual(readMcpmark(join(folder, "elsewhere")), [])
  })

  test("are not measured if the folder does not exist", async () => {
    const data = join(folder, "elsewhere")
    assert.equal(await measureMcpmark({ data, folder, project: folder, repeats: 1, quick: true }), undefined)
  })

  const nodeModules = join(folder, "node_modules")
  mkdirSync(nodeModules)
  symlinkSync(root, join(nodeModules, "passhat"))

  test.each([
    ["green", false, 0],
    ["green", true, 1],
    ["red", false, 1]
  ] as const)("the suite is judged on every copy: %s, one run spoilt: %p, exit %d", (gates, isSpoilt, code) => {
    const home = mkdtempSync(join(folder, "project-"))
    assert.equal(writeMcpmark(home, tasks, { copies: 2, isSpoilt, nodeModules }).count, 4)
    const judged = run(join(home, `suites/${gates}.ts`), [], { cwd: home })
    assert.equal(judged.code, code, judged.stdout + judged.stderr)
    assert.match(judged.stdout, /1 cell, 4 runs\) · runs: \d failed, 0 undecided, \d passed/)
    const bare = run("bench/limit/parse.ts", [join(home, "cassettes")])
    assert.deepEqual([bare.code, bare.stdout], [0, "6 lines parsed\n"])
  })
})
