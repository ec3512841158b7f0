/**
 * What agents in another process report of themselves, from Python: as lines of JSON, and as spans of OTLP. This needs python3.
 */
import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import { join } from "node:path"
import { agent, driver, expect, toolSelection, equals } from "passhat"
import { resultOf, traceOf, verdictOn } from "../../../run/driven.ts"
import { weather } from "../../../../types/servers.ts"

const drives = agent("drives", { driver: driver("mine", "1", () => ""), servers: [weather], prompt: "p" })
const reporting = (how: string) => ({
  command: ["python3", join(import.meta.dirname, "agents/reporting.py"), how]
})

describe.skipIf(Bun.which("python3") === null)("an agent in another process", () => {
  test.each(["lines", "spans"])("reports turns, tokens, stop reason and calls of its own tools: %s", async (how) => {
    const trace = await traceOf(drives, reporting(how))
    assert.deepEqual(
      trace.tool_calls.map(({ name, server, turn }) => [server, name, turn]),
      [
        ["weather", "get_weather", 1],
        ["agent", "read_file", 1]
      ]
    )
    // Sent twice, counted once.
    assert.deepEqual(trace.conversation.tokens, { input: 30, output: 5, total: 35 })
    assert.deepEqual(
      trace.conversation.turns.map(({ content }) => content),
      ["p", "I look.", "It is sunny."]
    )
    assert.equal(trace.stop_reason, "end_turn")
  })

  test("that claims a call which passhat did not observe has it with the server agent only", async () => {
    const gated = drives.pipe(toolSelection(weather.tools.get_weather, { minSelectionRate: 1 }))
    const result = await resultOf(gated, reporting("claims"))
    assert.ok("trace" in result)
    assert.deepEqual(
      result.trace.tool_calls.map(({ name, server }) => [server, name]),
      [["agent", "get_weather"]]
    )
    assert.equal(verdictOn(gated, result).verdict, "fail")
  })

  test("that reports zero tokens has none recorded", async () => {
    const capped = drives.pipe(toolSelection(weather.tools.get_weather, { minSelectionRate: 1, maxTotalTokens: 100 }))
    const result = await resultOf(capped, reporting("zeros"))
    assert.equal(verdictOn(capped, result).verdict, "none")
  })

  test("that reports what cannot be read gets a notice, and is judged by its calls", async () => {
    const one = drives.pipe(expect("tool_calls[0].name", equals("get_weather")))
    const result = await resultOf(one, reporting("garbage"))
    const { issues, verdict } = verdictOn(one, result)
    assert.equal(verdict, "pass")
    assert.match(issues[0]?.message ?? "", /^The agent sent 3 reports of itself that cannot be read/)
    assert.equal(issues[0]?.advisory, true)
  })

  test("that reports nothing has no tokens and no turns", async () => {
    const trace = await traceOf(drives, reporting("nothing"))
    assert.equal(trace.conversation.tokens, undefined)
  })
})
