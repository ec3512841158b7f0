/**
 * One run of the benchmark in the two forms in which it is measured: a trace for the peers and the bare script, a
 * recorded run for passhat. They say the same, and a test replays one to see the other.
 */
import type { Header, RecordedRun } from "../../src/base/domain/recording/Cassette.ts"
import type { Cell } from "../../src/base/domain/plan/Plan.ts"
import type { Trace } from "../../src/base/domain/trace/Trace.ts"
import { headerOf as recordedHeader } from "../../src/engine/layers/record/header.ts"
import type { Step } from "./steps.ts"

const SERVER = "desk"

export const traceOf = (prompt: string, steps: ReadonlyArray<Step>): Trace => {
  const input = steps.reduce((sum, { usage }) => sum + usage.input, 0)
  const output = steps.reduce((sum, { usage }) => sum + usage.output, 0)
  return {
    tool_calls: steps.flatMap(({ call }, at) =>
      call === undefined ? [] : [{ ...call, server: SERVER, turn: at + 1 }]
    ),
    tool_results: steps.flatMap(({ call, result }) =>
      call === undefined || result === undefined ? [] : [{ call_id: call.id, ...answer(result) }]
    ),
    final_response: steps.at(-1)?.text ?? "",
    stop_reason: "end_turn",
    conversation: {
      tokens: { input, output, total: input + output },
      turns: [
        { role: "user", content: prompt },
        ...steps.map(({ text }) => ({ role: "assistant" as const, content: text }))
      ]
    },
    clock: { virtual_ms: 0 },
    faults: []
  }
}

export const recordedRun = (index: number, steps: ReadonlyArray<Step>): RecordedRun => ({
  index,
  outcome: { status: "completed" },
  exchanges: steps.flatMap(({ call, result, text, usage }): RecordedRun["exchanges"] => {
    if (call === undefined || result === undefined) {
      return [{ kind: "model", answer: { text, calls: [], stop_reason: "end_turn", usage } }]
    }
    const asked = { ...call, server: SERVER }
    return [
      { kind: "model", answer: { text, calls: [asked], stop_reason: "tool_use", usage } },
      { kind: "tool", call: asked, answer: answer(result) }
    ]
  })
})

/** The header that a recorder would have written; the date is fixed, so that the bytes are. */
export const headerOf = (suite: string, cell: Cell): Header => ({
  ...recordedHeader(cell, { suite, at: "2026-01-01T00:00:00.000Z", version: "0.1.0" }),
  servers: cell.behaviour.servers.map(({ name }) => ({ name, version: "1.0.0" }))
})

const answer = (text: string) => ({ is_error: false, content: [{ type: "text", text }], timed_out: false })
