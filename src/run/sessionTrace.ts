/**
 * The trace of a user's own agent, made of what went through its session.
 */
import { marksOf } from "../agentLoop/faultMarks.ts"
import type { Faulted } from "../agentLoop/faults.ts"
import { givenUp } from "../domain/givenUp.ts"
import type { Cell } from "../domain/Plan.ts"
import { stopReason } from "../domain/stopReason.ts"
import type { Trace } from "../domain/Trace.ts"
import { isObject } from "../std/Json.ts"
import type { EndedCall } from "./crashedTrace.ts"
import type { RunClock } from "./driverSession.ts"
import { driverTurns } from "./driverTurns.ts"
import { withOwnCalls } from "./ownCalls.ts"
import { type Log, type NotedCall, tokensOf } from "./sessionLog.ts"

export interface SessionTrace {
  readonly trace: Trace
  /** Its calls, in the same order. */
  readonly calls: ReadonlyArray<EndedCall>
}

/** What the agent returned. */
export interface Returned {
  readonly text: string
  readonly stopReason?: string | undefined
}

/** Undefined for what is no final response. */
export const returnedBy = (given: unknown): Returned | undefined => {
  if (typeof given === "string") return { text: given }
  if (!isObject(given)) return undefined
  const { stopReason: reason, text } = given
  return typeof text === "string" && (reason === undefined || typeof reason === "string")
    ? { text, stopReason: reason }
    : undefined
}

/** `final` is undefined if the agent ended without a final response. */
export const sessionTrace = (
  { behaviour: { prompt } }: Cell,
  log: Log,
  final: Returned | undefined,
  { kind, now }: RunClock
): SessionTrace => {
  const spent = tokensOf(log)
  const before = log.calls.map(({ reportedBefore }) => reportedBefore)
  const { stop, texts, turns } = driverTurns({
    turns: log.reported,
    before,
    told: log.calls.map(({ toldTurn }) => toldTurn),
    final: final?.text
  })
  const end = now()
  const calls = log.calls.map((noted) => settled(noted, end))
  const observed = calls.map(({ answer, call, reportedBefore }, at) => ({
    call: turns[at] === undefined ? call : { ...call, turn: turns[at] },
    answer,
    reportedBefore
  }))
  const trace: Trace = {
    ...withOwnCalls(observed, log.reported, texts.length > 1 && !turns.includes(undefined)),
    final_response: final?.text ?? "",
    stop_reason: stopReason(final?.stopReason) ?? stop ?? "end_turn",
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

/** Whoever replies after a cancel does so as well when it was the agent that cancelled. */
const unheard = (faulted: Faulted | undefined): Faulted | undefined =>
  faulted?.fault.kind.kind === "reply_after_cancel" ? { ...faulted, late_ms: faulted.fault.kind.delay_ms } : faulted
