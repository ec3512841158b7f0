import { afterAll, beforeAll, describe, test } from "bun:test"
import assert from "node:assert/strict"
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { stepsOf, spoilings } from "../../bench/workload/steps.ts"
import { recordedRun, traceOf } from "../../bench/workload/traces.ts"
import { type Asked, theCell, type Workload, writeWorkload } from "../../bench/workload/write.ts"
import { replayRun } from "../../src/engine/agentLoop/replayRun.ts"
import { project, root, run } from "../app/project.ts"

const folder = mkdtempSync(join(tmpdir(), "passhat-"))
afterAll(() => rmSync(folder, { recursive: true }))

const written = (name: string, asked: Partial<Asked> = {}): Workload => {
  mkdirSync(join(folder, name))
  return writeWorkload(join(folder, name), { count: 3, withFiles: true, ...asked })
}

const cassetteOf = (work: Workload): string =>
  readFileSync(join(work.folder, "cassettes", `${theCell().id}.jsonl`), "utf8")

describe("the workload of the benchmark", () => {
  test("has the same bytes every time", () => {
    const [first, second] = [written("first"), written("second")]
    assert.equal(readFileSync(first.lines, "utf8"), readFileSync(second.lines, "utf8"))
    assert.equal(cassetteOf(first), cassetteOf(second))
  })

  test("has the same trace at an index for any number of traces", () => {
    const [few, many] = [written("few"), written("many", { count: 1_001, withFiles: false })]
    const lines = readFileSync(many.lines, "utf8")
    assert.ok(lines.startsWith(readFileSync(few.lines, "utf8")))
    assert.ok(cassetteOf(many).startsWith(cassetteOf(few).replace(/.*\n$/, "")))
    assert.equal(lines.split("\n").length - 1, 1_001)
    assert.equal(cassetteOf(many).split("\n").length - 1, 1 + 1_001 + 1)
  })

  test("has the same traces in files and in lines", () => {
    const { files, lines } = written("both")
    const inFiles = readdirSync(files)
      .toSorted()
      .map((name) => readFileSync(join(files, name), "utf8"))
    assert.equal(`${inFiles.join("\n")}\n`, readFileSync(lines, "utf8"))
  })

  test("has traces of ten calls, twelve turns and about four kilobytes", () => {
    const { behaviour } = theCell()
    const traces = Array.from({ length: 100 }, (_, at) => traceOf(behaviour.prompt, stepsOf(at + 1)))
    for (const { conversation, tool_calls, tool_results } of traces) {
      assert.deepEqual([tool_calls.length, tool_results.length, conversation.turns.length], [10, 10, 12])
    }
    const bytes = JSON.stringify(traces).length / traces.length
    assert.ok(bytes > 3_800 && bytes < 4_400, `${bytes} bytes`)
    assert.equal(new Set(traces.map((trace) => JSON.stringify(trace))).size, traces.length)
  })

  test.each([undefined, ...spoilings])("has a recorded run that replays to the trace: %s", (spoiling) => {
    const cell = theCell()
    const steps = stepsOf(7, spoiling)
    const trace = traceOf(cell.behaviour.prompt, steps)
    const recorded = recordedRun(7, steps)
    const { exchanges } = recorded
    assert.deepEqual(replayRun(cell, recorded, "refunds.jsonl"), { index: 7, trace, exchanges })
  })
})

describe("the verdict on the workload", () => {
  const home = project()
  beforeAll(() => cpSync(join(root, "bench/workload/refunds.ts"), join(home.folder, "suites/refunds.ts")))
  afterAll(() => home[Symbol.dispose]())

  test.each([
    ["good", 0],
    ["no-refund", 1],
    ["wrong-order", 1],
    ["too-many-tokens", 1]
  ] as const)("passhat and the bare script agree on traces that are %s", (name, code) => {
    const work = written(`judged-${name}`, name === "good" ? {} : { spoiling: name })
    const judged = home.run("suites/refunds.ts", ["--runs", "3", "--cassettes", join(work.folder, "cassettes")])
    assert.equal(judged.code, code, judged.stdout + judged.stderr)
    for (const path of [work.files, work.lines]) {
      const { code: bare, stdout } = run("bench/limit/limit.ts", [path])
      assert.deepEqual([bare, stdout], [code, `${3 - code} of 3 passed\n`])
    }
  })
})
