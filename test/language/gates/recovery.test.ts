/**
 * `recovery` with `through`: which later calls count as recovery.
 */
import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import { agent, fault, faults, hang, recovery, suite, type Trace } from "passhat"
import { judge } from "../../../src/engine/judge/judge.ts"
import { compiledOf, issuesOf } from "../../suites.ts"
import { call, trace } from "../../traces.ts"
import { weather } from "../../types/servers.ts"

const { get_forecast, get_weather } = weather.tools
const base = agent("asks", { model: "claude-m", servers: [weather], prompt: "p" })
const hung = fault("hung", get_weather, hang)
const limits = { from: hung, maxDetection: "3 seconds" } as const
const anyTool = base.pipe(faults(hung), recovery(limits))
const sameTool = base.pipe(faults(hung), recovery({ ...limits, through: "same tool" }))
const alternative = base.pipe(faults(hung), recovery({ ...limits, maxRecovery: "5 seconds", through: [get_forecast] }))

const checksOf = (one: typeof anyTool, run: Trace) => {
  const { definitions, plan } = compiledOf(suite("s", one))
  const results = plan.cells.map(({ id }) => ({ cell: id, runs: [{ index: 1, trace: run }], issues: [] }))
  return judge({ plan, definitions, results }).cells[0]?.runs[0] ?? assert.fail("there is a run")
}
const verdictOf = (one: typeof anyTool, run: Trace) => checksOf(one, run).verdict

type Mark = Trace["faults"][number]
const broken = call("get_weather")
const met = (changes: Partial<Mark>): Trace =>
  trace({
    tool_calls: [broken],
    faults: [{ fault: "hung", call_id: broken.id, kind: "hang", start_ms: 0, detected_ms: 3_000, ...changes }]
  })
const ok = (name: string, ms: number) => ({ server: "weather", name, ms })

describe("recovery through", () => {
  const listed = met({ recovered_ms: 3_000, recovered_through: [ok("list_cities", 3_000)] })
  const turned = met({
    recovered_ms: 3_000,
    recovered_through: [ok("list_cities", 3_000), ok("get_forecast", 4_000)]
  })
  const retried = met({ recovered_ms: 3_500, recovered_through: [ok("get_weather", 3_500)] })

  test("the same tool is not satisfied by a later success of another tool", () => {
    assert.equal(verdictOf(anyTool, listed), "pass")
    assert.equal(verdictOf(sameTool, listed), "fail")
    assert.equal(verdictOf(sameTool, retried), "pass")
  })

  test("named tools are satisfied only by one of them, at its own time", () => {
    assert.equal(verdictOf(alternative, listed), "fail")
    assert.equal(verdictOf(alternative, retried), "fail")
    assert.equal(verdictOf(alternative, turned), "pass")
    const late = met({ recovered_ms: 3_000, recovered_through: [ok("list_cities", 3_000), ok("get_forecast", 5_001)] })
    assert.equal(verdictOf(alternative, late), "fail")
    assert.equal(
      verdictOf(alternative, met({ recovered_through: [{ ...ok("get_forecast", 3_000), server: "x" }] })),
      "fail"
    )
  })

  test("names the tools that would have counted", () => {
    const [finding] = checksOf(alternative, listed).checks[0]?.evidence.findings ?? []
    assert.match(finding?.reason ?? "", /not recovered through weather\/get_forecast/)
    assert.match(checksOf(sameTool, listed).checks[0]?.evidence.findings[0]?.reason ?? "", /through the same tool/)
  })

  test("a call that is answered despite its fault needs no recovery", () => {
    const slow = trace({
      tool_calls: [broken],
      faults: [{ fault: "hung", call_id: broken.id, kind: "slow", start_ms: 0, recovered_ms: 2_000 }]
    })
    assert.equal(verdictOf(sameTool, slow), "pass")
    assert.equal(verdictOf(alternative, slow), "pass")
  })

  test("a recording without the tools of the recovery has no verdict", () => {
    assert.equal(verdictOf(sameTool, met({ recovered_ms: 3_500 })), "none")
    assert.equal(verdictOf(sameTool, met({})), "fail")
    const unknown = trace({ ...retried, tool_calls: [] })
    assert.equal(verdictOf(sameTool, unknown), "none")
  })

  test("a suite that names no tool is invalid", () => {
    const none = base.pipe(faults(hung), recovery({ ...limits, through: [] }))
    assert.match(issuesOf(suite("s", none))[0]?.message ?? "", /through names no tool/)
  })
})
