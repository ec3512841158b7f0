import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import { claimsOf, reasonsOf } from "../../../src/features/html/reasons.ts"
import { cell, check, gate, run } from "../../edges/report/sample.ts"

const missing = (index: number, what: string) =>
  check(
    { verdict: "fail", actual: 0, gate: "trajectory#1" },
    { run: index, call_id: `c${index}`, reason: `${what} was not called` }
  )
const red = gate({ id: "trajectory#1", scope: "run", verdict: "fail", checks: [missing(2, "close")] })
const runs = [
  run(1, { checks: [check({ gate: "trajectory#1" })] }),
  run(2, { checks: [missing(2, "close")] }),
  run(3, { checks: [missing(3, "create")] }),
  run(4, { checks: [missing(4, "create"), check({ verdict: "fail", gate: "narrative#1" })] })
]

describe("the reasons of a gate", () => {
  test("every different reason comes once, with its runs, and that of most runs first", () => {
    const reasons = reasonsOf(cell({ runs }), red)
    assert.deepEqual(
      reasons.map((reason) => [reason.check.evidence.findings[0]?.reason, reason.runs]),
      [
        ["create was not called", [3, 4]],
        ["close was not called", [2]]
      ]
    )
    assert.deepEqual(reasons[0]?.check.evidence.findings, [{ reason: "create was not called" }])
    assert.equal(reasons[1]?.check.evidence.findings[0]?.call_id, "c2")
  })

  test("what is said of the same value is one claim", () => {
    assert.deepEqual(
      claimsOf(cell({ runs }), red).map((claim) => claim.reasons.length),
      [2]
    )
  })

  test("a gate over all runs has its own checks", () => {
    const across = gate({ verdict: "fail", checks: [check(), check({ verdict: "fail", actual: 0.4 })] })
    assert.deepEqual(
      reasonsOf(cell({ runs }), across).map((reason) => [reason.check.actual, reason.runs]),
      [[0.4, []]]
    )
  })

  test("a red gate is never without a reason, also in a report whose runs do not name their gates", () => {
    assert.equal(reasonsOf(cell({ runs: [run(1)] }), red).length, 1)
  })
})
