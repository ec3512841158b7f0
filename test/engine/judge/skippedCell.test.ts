import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import { agent, equals, expect, skip, suite } from "passhat"
import type { Verdict } from "../../../src/base/domain/verdict/Verdict.ts"
import { judge } from "../../../src/engine/judge/judge.ts"
import { compiledOf } from "../../suites.ts"
import { trace } from "../../traces.ts"
import { weather } from "../../types/servers.ts"

const asks = (name: string) =>
  agent(name, { model: "claude-m", servers: [weather], prompt: "p" }).pipe(expect("stop_reason", equals("end_turn")))
const skipped = asks("b").pipe(skip("down"))

const judged = (agents: ReadonlyArray<ReturnType<typeof asks>>, stop_reason: "end_turn" | "max_turns") => {
  const { definitions, plan } = compiledOf(suite("s", ...agents))
  const results = plan.cells.map(({ id }) => ({
    cell: id,
    runs: [{ index: 1, trace: trace({ stop_reason }) }],
    issues: []
  }))
  return judge({ plan, definitions, results, file: "suites/s.ts" })
}

describe("a skipped cell", () => {
  const table: ReadonlyArray<
    readonly [string, ReadonlyArray<ReturnType<typeof asks>>, "end_turn" | "max_turns", Verdict]
  > = [
    ["beside a pass", [asks("a"), skipped], "end_turn", "pass"],
    ["beside a failure", [asks("a"), skipped], "max_turns", "fail"],
    ["alone", [skipped], "end_turn", "none"]
  ]
  test.each(table)("leaves the suite the verdict of its other cells: %s", (_, agents, stop, expected) =>
    assert.equal(judged(agents, stop).verdict, expected)
  )

  test("has its reason, no verdict and no runs, even if it was recorded", () => {
    const { cells, issues } = judged([skipped], "end_turn")
    assert.deepEqual(cells, [
      {
        id: "s/b/claude-m",
        agent: "b",
        model: "claude-m",
        name: "b",
        verdict: "none",
        skipped: "down",
        issues: [],
        runs: [],
        gates: []
      }
    ])
    assert.deepEqual(
      issues.map(({ code }) => code),
      ["NOTHING_RUN"]
    )
  })
})
