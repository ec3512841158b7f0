/**
 * Performs an agent of the user's own: gives it a session, and makes a trace of all that goes through it.
 *
 * An agent written as an Effect runs in virtual time. The timers of any other are not ours to move: it runs on the wall
 * clock.
 */
import * as Cause from "effect/Cause"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import type { ToolAnswer } from "../domain/Cassette.ts"
import { issue } from "../domain/issues.ts"
import type { Cell } from "../domain/Plan.ts"
import type { Trace } from "../domain/Trace.ts"
import { Commands, type UserCode } from "../services/Driver.ts"
import { Infrastructure } from "../services/Infrastructure.ts"
import type { ToolSession } from "../services/ToolHub.ts"
import { beginTime, type Log, type NotedCall, type OpenSession, openSession, type RunClock } from "./driverSession.ts"
import type { Faulted } from "../agentLoop/faults.ts"
import { marksOf } from "../agentLoop/faultMarks.ts"
import { driverTurns } from "./driverTurns.ts"
import { inVirtualTime } from "./virtualClock.ts"

export const drive = Effect.fnUntraced(function* (cell: Cell, run: number, code: UserCode, tools: ToolSession) {
  const open = yield* openSession(cell, tools)
  // In this order: a call that fails is known before an agent can make something of it.
  return yield* Effect.raceFirst(open.broken, driven(cell, code, open)).pipe(
    Effect.catchCause((cause) => Effect.fail(broke(cell, run, Cause.squash(cause))))
  )
}, Effect.scoped)

/** Whether an agent is async or an Effect shows once it has been called. */
const driven = Effect.fnUntraced(function* (cell: Cell, code: UserCode, open: OpenSession) {
  if (code.command !== undefined) {
    return yield* traced(cell, open, "wall", (yield* Commands).run(code.command, open.session))
  }
  const given = code.drive?.(open.session) ?? ""
  if (Effect.isEffect(given)) return yield* inVirtualTime(traced(cell, open, "virtual", given))
  const promised = Effect.promise(async () => given)
  return yield* traced(cell, open, "wall", promised)
})

const traced = Effect.fnUntraced(function* <E, R>(
  cell: Cell,
  { clock, log }: OpenSession,
  kind: RunClock["kind"],
  agent: Effect.Effect<string, E, R>
) {
  const time = yield* beginTime(kind)
  yield* Deferred.succeed(clock, time)
  const final = String(yield* agent)
  return traceOf(cell, log, final, time)
})

const traceOf = ({ behaviour: { prompt } }: Cell, log: Log, final: string, { kind, now }: RunClock): Trace => {
  const { said, spent } = log
  const { texts, turns } = driverTurns({ said, saidBefore: log.calls.map(({ saidBefore }) => saidBefore), final })
  const end = now()
  const calls = log.calls.map((noted) => settled(noted, end))
  return {
    tool_calls: calls.map(({ call }, at) => (turns[at] === undefined ? call : { ...call, turn: turns[at] })),
    tool_results: calls.map(({ answer, call }) => ({ call_id: call.id, ...answer })),
    final_response: final,
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

const broke = (cell: Cell, run: number, error: unknown): Infrastructure => {
  if (error instanceof Infrastructure) return error
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  const message = cause instanceof Error ? cause.message : String(cause)
  return new Infrastructure({
    issue: issue("INFRASTRUCTURE", `${cell.name}, run #${run}: the driver failed: ${message}.`, "Correct the driver.")
  })
}
