import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import { agent, equals, expect, passRate, runs, suite } from "passhat"
import { withOutlook } from "../../../src/features/plan/stopOutlook.ts"
import { compiledOf } from "../../suites.ts"

const named = (name: string) =>
  agent(name, { model: "claude-m", servers: [], prompt: "p", maxTurns: 2, maxTokens: 100 }).pipe(
    runs(20),
    expect("stop_reason", equals("end_turn"))
  )
const stops = named("stops").pipe(passRate({ atLeast: 0.5, stopEarly: true }))

describe("a printed plan", () => {
  test("has the best, the expected and the worst number of runs and tokens", () => {
    const { definitions, plan } = compiledOf(suite("s", stops, named("goes on")))
    const { cells, live_at_most, live_outlook } = withOutlook(plan, definitions)
    const own = { best: 6, expected: 14.2, expected_if_all_pass: 6, worst: 20 }
    assert.deepEqual(cells[0]?.stops_early, {
      assumed_pass_rate: 0.5,
      runs: own,
      output_tokens: { best: 1200, expected: 2840, expected_if_all_pass: 1200, worst: 4000 }
    })
    assert.equal(cells[1]?.stops_early, undefined)
    assert.deepEqual(live_outlook, {
      runs: { best: 26, expected: 34.2, expected_if_all_pass: 26, worst: 40 },
      output_tokens: { best: 5200, expected: 6840, expected_if_all_pass: 5200, worst: 8000 }
    })
    assert.equal(live_outlook?.output_tokens.worst, live_at_most.output_tokens)
  })

  test("says nothing of it where no cell stops early", () => {
    const { definitions, plan } = compiledOf(suite("s", named("goes on")))
    assert.equal(withOutlook(plan, definitions), plan)
  })

  test("does not count a cell that is skipped", () => {
    const { definitions, plan } = compiledOf(suite("s", stops, named("goes on")))
    const skipped = { ...plan, cells: plan.cells.map((cell, at) => (at === 1 ? { ...cell, skipped: "later" } : cell)) }
    assert.equal(withOutlook(skipped, definitions).live_outlook?.runs.worst, 20)
  })
})
