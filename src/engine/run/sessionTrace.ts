/**
 * The trace of a user's own agent, made of what went through its session.
 */
import { marksOf } from "../agentLoop/faultMarks.ts"
import type { Faulted } from "../agentLoop/faults.ts"
import { givenUp } from "../../base/domain/recording/givenUp.ts"
import type { Cell } from "../../base/domain/plan/Plan.ts"
import { stopReason } from "../../base/domain/trace/stopReason.ts"
import type { ToolCall, Trace, Turn } from "../../base/domain/trace/Trace.ts"
import { isObject } from "../../base/std/Json.ts"
import type { EndedCall } from "./crashedTrace.ts"
import type { RunClock } from "./runClock.ts"
import { driverTurns } from "./driverTurns.ts"
import { withOwnCalls } from "./ownCalls.ts"
import { type Log, type LoggedPart, type NotedCall, loggedTokens } from "./sessionLog.ts"
import { callKey } from "../../base/domain/trace/callKey.ts"

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
  cell: Cell,
  log: Log,
  final: Returned | undefined,
  { kind, now }: RunClock
): SessionTrace => {
  const spent = loggedTokens(log)
  const end = now()
  const calls = log.calls.map((noted) =>
    settled(noted, end, final === undefined ? undefined : nextAfter(noted, log.calls))
  )
  const joined: Joined = { tool_calls: [], tool_results: [], turns: [], stop: undefined }
  const parts = log.parts.length === 0 ? [{ said: cell.behaviour.prompt, calls: 0, reported: 0 }] : log.parts
  for (const [at, part] of parts.entries()) addPart(joined, log, calls, part, parts[at + 1], final)
  const { stop, tool_calls, tool_results, turns } = joined
  const trace: Trace = {
    tool_calls,
    tool_results,
    final_response: final?.text ?? "",
    stop_reason: stopReason(final?.stopReason) ?? stop ?? "end_turn",
    conversation: {
      ...(spent !== undefined && { tokens: { ...spent, total: spent.input + spent.output } }),
      turns
    },
    clock: { virtual_ms: end, ...(kind === "wall" && { kind }) },
    unreported: [
      ...(log.reported.length === 0 && calls.length > 0 ? (["turns"] as const) : []),
      ...(spent === undefined ? (["tokens"] as const) : [])
    ],
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

/** The parts of a conversation one after the other. */
interface Joined {
  readonly tool_calls: Array<ToolCall>
  readonly tool_results: Array<Trace["tool_results"][number]>
  readonly turns: Array<Turn>
  /** Why the last part ended, as the agent reported it. */
  stop: string | undefined
}

/** The agent reports its turns anew in each part; those of the trace are numbered through. */
const addPart = (
  joined: Joined,
  log: Log,
  calls: ReadonlyArray<Settled>,
  part: LoggedPart,
  next: LoggedPart | undefined,
  final: Returned | undefined
): void => {
  const reported = log.reported.slice(part.reported, next?.reported)
  const made = calls
    .slice(part.calls, next?.calls)
    .map((one) => ({ ...one, reportedBefore: one.reportedBefore - part.reported }))
  const { stop, texts, turns } = driverTurns({
    turns: reported,
    before: made.map(({ reportedBefore }) => reportedBefore),
    told: made.map(({ toldTurn }) => toldTurn),
    final: next === undefined ? final?.text : part.answered
  })
  const observed = made.map(({ answer, call, reportedBefore }, at) => ({
    call: turns[at] === undefined ? call : { ...call, turn: turns[at] },
    answer,
    reportedBefore
  }))
  const answersBefore = joined.turns.filter(({ role }) => role === "assistant").length
  const isLater = joined.turns.length > 0
  const own = log.reported.slice(0, part.reported).reduce((sum, { ownCalls }) => sum + ownCalls.length, 0)
  const all = withOwnCalls(observed, reported, texts.length > 1 && !turns.includes(undefined), own)
  joined.turns.push(
    { role: "user", content: part.said, ...(isLater && { calls_before: joined.tool_calls.length }) },
    ...texts.map((content) => ({ role: "assistant" as const, content }))
  )
  joined.tool_calls.push(
    ...all.tool_calls.map((call) => (call.turn === undefined ? call : { ...call, turn: call.turn + answersBefore }))
  )
  joined.tool_results.push(...all.tool_results)
  joined.stop = stop
}

type Settled = ReturnType<typeof settled>

/** A call that is still open when the agent ends was given up then, or before the call with which the agent went on. */
const settled = (noted: NotedCall, end: number, next: NotedCall | undefined) => {
  const times =
    next === undefined
      ? { end_ms: noted.end_ms ?? end, ended: noted.ended ?? Infinity }
      : { end_ms: next.start_ms, ended: next.started - 0.5 }
  return noted.answer === undefined
    ? { ...noted, ...times, answer: givenUp(times.end_ms - noted.start_ms), faulted: unheard(noted.faulted) }
    : { ...noted, ...times, answer: noted.answer }
}

/** A server that replies after a cancel does so as well when it was the agent that cancelled. */
const unheard = (faulted: Faulted | undefined): Faulted | undefined =>
  faulted?.fault.kind.kind === "reply_after_cancel" ? { ...faulted, late_ms: faulted.fault.kind.delay_ms } : faulted

/** The call with which the agent went on. Undefined if nothing shows that it did. */
const nextAfter = (open: NotedCall, calls: ReadonlyArray<NotedCall>): NotedCall | undefined => {
  if (open.answer?.timed_out === false) return undefined
  const isUnheard = open.ended === undefined
  const later = calls.filter(
    ({ start_ms, started }) =>
      started > open.started && start_ms > open.start_ms && (isUnheard || started < (open.ended ?? 0))
  )
  return isUnheard
    ? later[0]
    : later.find((next) => next.reportedBefore > open.reportedBefore || callKey(next.call) === callKey(open.call))
}
