import { describe, test } from "bun:test"
import * as fc from "fast-check"
import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import * as Result from "effect/Result"
import {
  agent,
  agentConsistency,
  agentReliability,
  all,
  atLeast,
  call,
  contains,
  equals,
  exact,
  expect,
  goldenPath,
  narrative,
  runs,
  said,
  stability,
  subset,
  suite,
  toolSelection,
  trajectory,
  trajectoryAxes,
  type Trace
} from "passhat"
import type { BoundGate } from "../../src/judge/judgeGate.ts"
import { cellJudge } from "../../src/judge/judgeCell.ts"
import { boundGates } from "../../src/judge/judge.ts"
import { parseCassette } from "../../src/layers/replay/readCassette.ts"
import { readLean, writeLean } from "../../src/layers/replay/leanRun.ts"
import type { RunResult } from "../../src/domain/Run.ts"
import type { Cell } from "../../src/domain/Plan.ts"
import { replay } from "../../src/run/replay.ts"
import chaos from "../../suites/chaos.ts"
import invoice from "../../suites/invoice.ts"
import issues from "../../suites/issues.ts"
import recovery from "../../suites/recovery.ts"
import red from "../../suites/red.ts"
import weatherSuite from "../../suites/weather.ts"
import { compiledOf } from "../suites.ts"
import { weather } from "../types/servers.ts"

const root = join(import.meta.dirname, "../..")
const { get_forecast, get_weather } = weather.tools

const lean = (result: RunResult): RunResult => ("trace" in result ? readLean(writeLean(result)) : result)

const isBlind = ({ definition }: BoundGate): boolean =>
  definition.scope === "outcomes" || definition.readsAnswers === false

/** Every gate that says it does not look at answers says the same without them, on each run and over all. */
const sameWithout = (cell: Cell, bound: ReadonlyArray<BoundGate>, results: ReadonlyArray<RunResult>): void => {
  const gates = bound.filter(isBlind)
  const asked = { ...cell, gates: gates.map(({ gate }) => gate), runs: results.length }
  const verdict = (given: ReadonlyArray<RunResult>) => {
    const { finish, readsAnswers, take } = cellJudge(asked, gates, { means: {}, traces: false })
    assert.equal(readsAnswers, false)
    for (const run of given) take(run)
    return finish([])
  }
  assert.deepEqual(verdict(results.map(lean)), verdict(results))
}

describe("a gate that does not read answers", () => {
  test("has the same verdict without them on every shipped recording", () => {
    let looked = 0
    for (const shipped of [chaos, invoice, issues, recovery, red, weatherSuite]) {
      const { definitions, plan } = compiledOf(shipped)
      for (const cell of plan.cells) {
        const file = `cassettes/${cell.id}.jsonl`
        const { runs: recorded } = Result.getOrThrow(parseCassette(file, readFileSync(join(root, file), "utf8")))
        const bound = boundGates(cell, { definitions })
        looked += bound.filter(isBlind).length
        sameWithout(
          cell,
          bound,
          [...recorded.values()].map((run) => replay(cell, run, file))
        )
      }
    }
    assert.ok(looked > 10, "most of the gates there are")
  })

  test("has the same verdict without them on any run", () => {
    const everything = all(
      toolSelection(get_weather, { minSelectionRate: 0.5, maxTotalTokens: 50, classes: { look: [get_weather] } }),
      stability({ score: atLeast(0.9), tool_sequence_similarity: atLeast(0.9), argument_consistency: atLeast(0.9) }),
      trajectory("unordered", call(get_weather, exact({ city: "A" })), call(get_forecast, subset({ days: 1 }))),
      trajectoryAxes({ order: [{ first: get_weather, second: get_forecast }] }),
      goldenPath([get_weather, get_forecast]),
      narrative(),
      agentReliability(),
      agentConsistency(),
      said(contains("sent"), { decides: true }),
      expect("tool_results[0].is_error", equals(false)),
      expect("tool_calls[0].args.city", equals("A")),
      expect("stop_reason", equals("end_turn"))
    )
    const one = agent("asks", { model: "claude-m", servers: [weather], prompt: "p" }).pipe(runs(5), everything)
    const { definitions, plan } = compiledOf(suite("s", one))
    const [cell] = plan.cells
    const bound = boundGates(cell!, { definitions })
    assert.equal(bound.filter(isBlind).length, bound.length)
    fc.assert(
      fc.property(fc.array(anyTrace, { minLength: 1, maxLength: 5 }), (traces) =>
        sameWithout(
          cell!,
          bound,
          traces.map((trace, at) => ({ index: at + 1, trace }))
        )
      ),
      { numRuns: 200 }
    )
  })

  test("does not read content, structured results or observations", () => {
    const reading = [
      "tool_results",
      "tool_results[0].content",
      "tool_results[*].structured.sky",
      "observations.a.is_error"
    ]
    for (const target of reading) {
      const [node] = expect(target as "tool_results[0].content", equals([])).nodes
      assert.notEqual(node?.definition.readsAnswers, false, target)
    }
    const own = agentReliability({}, { signals: (trace) => ({ confidence: trace.tool_results.length > 0 ? 1 : 0 }) })
    assert.equal(own.nodes[0]?.definition.readsAnswers, true)
  })
})

const word = fc.constantFrom("sent", "I sent the report.", "☀", "", "get weather", "I deleted issue 42.")
const anyTrace: fc.Arbitrary<Trace> = fc
  .record({
    calls: fc.array(
      fc.record({
        tool: fc.constantFrom("get_weather", "get_forecast", "send_report"),
        args: fc.constantFrom({ city: "A" }, { city: "B", days: 1 }, { n: 2 ** 60 }, {}),
        failed: fc.boolean()
      }),
      { maxLength: 5 }
    ),
    turns: fc.array(word, { minLength: 1, maxLength: 4 }),
    tokens: fc.option(fc.nat(100), { nil: undefined }),
    stop_reason: fc.constantFrom("end_turn", "max_turns")
  })
  .map(({ calls, stop_reason, tokens, turns }): Trace => ({
    tool_calls: calls.map(({ args, tool }, at) => ({
      id: `c${at}`,
      turn: at + 1,
      server: "weather",
      name: tool,
      args,
      ...(at === 2 && { caller: { by: "code" } })
    })),
    tool_results: calls.map(({ failed }, at) => ({
      call_id: `c${at}`,
      is_error: failed,
      content: [{ type: "text", text: "21 degrees" }],
      structured: { celsius: 21 },
      timed_out: failed && at === 1
    })),
    final_response: turns.at(-1) ?? "",
    stop_reason,
    conversation: {
      ...(tokens !== undefined && { tokens: { input: tokens, output: 0, total: tokens } }),
      turns: turns.map((content) => ({ role: "assistant", content }))
    },
    clock: { virtual_ms: 0 },
    faults: []
  }))
