/**
 * The verdicts of `expect` on observations that do not have the value of the path.
 */
import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import {
  agent,
  call,
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
import { result, trace } from "../../traces.ts"
import { weather } from "../../types/servers.ts"

const base = agent("asks", { model: "claude-m", servers: [weather], prompt: "p" }).pipe(
  observe("after", call(weather.tools.get_weather, exact({ city: "Rome" })))
)

const checkOf = (gate: Gate<never>, one: Trace) => {
  const { definitions, plan } = compiledOf(suite("s", base.pipe(gate)))
  const results = plan.cells.map(({ id }) => ({ cell: id, runs: [{ index: 1, trace: one }], issues: [] }))
  return judge({ plan, definitions, results }).cells[0]?.runs[0]?.checks[0] ?? assert.fail("there is a check")
}

const observed = (changes: Partial<ToolResult>): Trace =>
  trace({ observations: { after: result("observe-after", changes) } })

const status = expect("observations.after.structured.status", equals("refunded"))
const text = (words: string) => [{ type: "text", text: words }]
const refused = observed({ is_error: true, content: text("invoice 42 cannot be refunded") })

describe("an expectation of an observation", () => {
  test("fails if the tool answered with an error", () => {
    const { evidence, verdict } = checkOf(status, refused)
    assert.equal(verdict, "fail")
    assert.match(evidence.findings[0]?.reason ?? "", /answered with an error.*expect observations\.after\.is_error/)
  })

  test("fails if the answer has no such field", () => {
    for (const changes of [{}, { structured: {} }, { structured: { state: "refunded" } }, { structured: "refunded" }]) {
      const { evidence, verdict } = checkOf(status, observed(changes))
      assert.equal(verdict, "fail", JSON.stringify(changes))
      assert.match(evidence.findings[0]?.reason ?? "", /has no structured\.status/)
    }
  })

  test("is not satisfied by the text of an error", () => {
    assert.equal(checkOf(expect("observations.after.content[0].text", contains("refunded")), refused).verdict, "fail")
    assert.equal(checkOf(expect("observations.after.content[0].text", not(contains("paid"))), refused).verdict, "fail")
    assert.equal(checkOf(expect("observations.after.content[*].text", not(contains("paid"))), refused).verdict, "fail")
  })

  test("may expect the error itself", () => {
    assert.equal(checkOf(expect("observations.after.is_error", equals(true)), refused).verdict, "pass")
    assert.equal(checkOf(expect("observations.after.is_error", equals(false)), refused).verdict, "fail")
    assert.equal(checkOf(expect("observations.after.timed_out", equals(false)), refused).verdict, "pass")
  })

  test("has no verdict if the tool did not answer in time, or nothing was observed", () => {
    const late = observed({ is_error: true, timed_out: true, content: text("The tool did not answer.") })
    for (const one of [late, trace(), trace({ observations: {} })]) {
      assert.equal(checkOf(status, one).verdict, "none")
      assert.equal(checkOf(expect("observations.after.content[0].text", contains("The tool")), one).verdict, "none")
    }
    assert.equal(checkOf(expect("observations.after.timed_out", equals(true)), late).verdict, "pass")
  })

  test("passes if the field has the expected value", () => {
    assert.equal(checkOf(status, observed({ structured: { status: "refunded" } })).verdict, "pass")
  })
})
