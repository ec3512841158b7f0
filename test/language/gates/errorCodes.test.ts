/**
 * The verdicts of `expect` on the code of a failed call: a code that was not recorded neither passes nor fails.
 */
import { describe, test } from "bun:test"
import * as fc from "fast-check"
import assert from "node:assert/strict"
import {
  agent,
  call as expected,
  contains,
  equals,
  exact,
  expect,
  type Gate,
  not,
  observe,
  suite,
  type ToolResult,
  type Trace
} from "passhat"
import { judge } from "../../../src/engine/judge/judge.ts"
import { compiledOf } from "../../suites.ts"
import { call, result, trace } from "../../traces.ts"
import { weather } from "../../types/servers.ts"

const base = agent("asks", { model: "claude-m", servers: [weather], prompt: "p" }).pipe(
  observe("after", expected(weather.tools.get_weather, exact({ city: "Rome" })))
)

const verdictOf = (gate: Gate<never>, one: Trace) => {
  const { definitions, plan } = compiledOf(suite("s", base.pipe(gate)))
  const results = plan.cells.map(({ id }) => ({ cell: id, runs: [{ index: 1, trace: one }], issues: [] }))
  return judge({ plan, definitions, results }).cells[0]?.runs[0]?.checks[0]?.verdict
}

const answered = (...answers: ReadonlyArray<Partial<ToolResult>>): Trace =>
  trace({
    tool_calls: answers.map((_, at) => ({ ...call("get_weather"), id: `c${at}` })),
    tool_results: answers.map((answer, at) => result(`c${at}`, answer)),
    observations: { after: result("observe-after", answers[0] ?? {}) }
  })

const limited = { is_error: true, error_code: 429 }
const invalid = { is_error: true, error_code: -32602 }
const uncoded = { is_error: true }

describe("the code of a failed call", () => {
  test.each(["tool_results[0]", "observations.after"] as const)("is compared at %s", (place) => {
    assert.equal(verdictOf(expect(`${place}.error_code`, equals(-32602)), answered(invalid)), "pass")
    assert.equal(verdictOf(expect(`${place}.error_code`, equals(-32602)), answered(limited)), "fail")
  })

  test.each(["tool_results[0]", "observations.after"] as const)(
    "has no verdict at %s if the recording does not have it, and fails if the call worked",
    (place) => {
      const isNot = expect(`${place}.error_code`, not(equals(500)))
      assert.equal(verdictOf(isNot, answered(uncoded)), "none")
      assert.equal(verdictOf(isNot, answered({})), "fail")
    }
  )

  test("leaves a list of codes without a verdict if one of them is not recorded", () => {
    const noServerError = expect("tool_results[*].error_code", not(contains(500)))
    assert.equal(verdictOf(noServerError, answered({}, limited)), "pass")
    assert.equal(verdictOf(noServerError, answered(limited, uncoded)), "none")
    assert.equal(verdictOf(noServerError, answered(limited, { is_error: true, error_code: 500 })), "fail")
  })

  test("never passes a matcher or its opposite where it is not recorded", () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom({}, limited, invalid, uncoded), { minLength: 1 }),
        fc.nat(),
        (answers, at) => {
          const place = at % answers.length
          const holds = [equals(429), not(equals(429))].map((matcher) =>
            verdictOf(expect(`tool_results[${place}].error_code`, matcher), answered(...answers))
          )
          assert.equal(holds.filter((verdict) => verdict === "pass").length, "error_code" in answers[place]! ? 1 : 0)
        }
      ),
      { numRuns: 50 }
    )
  })
})
