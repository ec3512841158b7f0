/**
 * The trace of a user's own agent, made of what went through its session.
 */
import { marksOf } from "../agentLoop/faultMarks.ts"
import type { Faulted } from "../agentLoop/faults.ts"
import type { ToolAnswer } from "../domain/Cassette.ts"
import type { Cell } from "../domain/Plan.ts"
import type { Trace } from "../domain/Trace.ts"
import type { EndedCall } from "./crashedTrace.ts"
import type { Log, NotedCall, RunClock } from "./driverSession.ts"
import { driverTurns } from "./driverTurns.ts"

export interface SessionTrace {
  readonly trace: Trace
  /** Its calls, in the same order. */
  readonly calls: ReadonlyArray<EndedCall>
}

/** `final` is undefined if the agent ended without a final response. */
export const sessionTrace = (
  { behaviour: { prompt } }: Cell,
  log: Log,
  final: string | undefined,
  { kind, now }: RunClock
): SessionTrace => {
  const { said, spent } = log
  const { texts, turns } = driverTurns({ said, saidBefore: log.calls.map(({ saidBefore }) => saidBefore), final })
  const end = now()
  const calls = log.calls.map((noted) => settled(noted, end))
  const trace: Trace = {
    tool_calls: calls.map(({ call }, at) => (turns[at] === undefined ? call : { ...call, turn: turns[at] })),
    tool_results: calls.map(({ answer, call }) => ({ call_id: call.id, ...answer })),
    final_response: final ?? "",
    stop_reason: "end_turn",
    conversation: {
      ...(spent !== undefined && { tokens: { ...spent, total: spent.input + spent.output } }),
      turns: [{ role: "user", content: prompt }, ...texts.map((content) => ({ role: "assistant" as const, content }))]
    },
    clock: { virtual_ms: end, ...(kind === "wall" && { kind }) },
    faults: marksOf(
      calls.map(({ answer, call, end_ms, ended, faulted, start_ms, started }) => ({
        call_id: call.id,
        server: call.server,
        name: call.name,
        start_ms,
        end_ms,
        started,
        ended,
        ok: !answer.is_error,
        timed_out: answer.timed_out,
        ...(faulted !== undefined && { faulted })
      }))
    )
  }
  return { calls, trace }
}

/** A call that is still open when the agent ends was given up then. */
const settled = (noted: NotedCall, end: number) => {
  const times = { end_ms: noted.end_ms ?? end, ended: noted.ended ?? Infinity }
  return noted.answer === undefined
    ? { ...noted, ...times, answer: givenUp(times.end_ms - noted.start_ms), faulted: unheard(noted.faulted) }
    : { ...noted, ...times, answer: noted.answer }
}

const givenUp = (millis: number): ToolAnswer => ({
  is_error: true,
  content: [{ type: "text", text: `The agent stopped waiting after ${millis} ms.` }],
  timed_out: true
})

/** Whoever replies after a cancel does so as well when it was the agent that cancelled. */
const unheard = (faulted: Faulted | undefined): Faulted | undefined =>
  faulted?.fault.kind.kind === "reply_after_cancel" ? { ...faulted, late_ms: faulted.fault.kind.delay_ms } : faulted
