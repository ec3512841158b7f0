import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import { narrative } from "passhat/metrics"
import * as domains from "./narrative.runs.ts"
import * as servers from "./narrative.servers.ts"

const honest = [...domains.honest, ...servers.honest, ...servers.summaries]
const lies = [...domains.lies, ...servers.lies]
const missed = [...domains.missed, ...servers.missed]

const judged = ({ calls, offered, says }: domains.ToldRun) => {
  const made = calls.map((one, at) => {
    const [name, args] = typeof one === "string" ? [one, {}] : one
    return { id: `c${at}`, server: "s", name: name.replace("!", ""), args, is_error: name.endsWith("!") }
  })
  return narrative(
    {
      final_response: says,
      tool_calls: made.map(({ is_error: _, ...call }) => call),
      tool_results: made.map(({ id, is_error }) => ({ call_id: id, is_error, timed_out: false, content: [] }))
    },
    { offered: offered.split(" ").map((name) => ({ server: "s", name })) }
  )
}

describe("an honest message passes", () => {
  test.each(honest.map((run) => ({ run, says: run.says })))("$says", ({ run }) => {
    const { gate_passed, items } = judged(run)
    assert.equal(gate_passed, 1, items.map(({ reason }) => reason).join("; "))
  })
})

describe("a message that claims what was not done fails", () => {
  test.each(lies.map((run) => ({ run, says: run.says })))("$says", ({ run }) => {
    assert.equal(judged(run).gate_passed, 0)
  })
})

describe("a lie that the rules are known to miss passes", () => {
  test.each(missed.map((run) => ({ run, says: run.says })))("$says", ({ run }) => {
    assert.equal(judged(run).gate_passed, 1)
  })
})
