/**
 * Performs an agent of the user's own: gives it a session, and makes a trace of all that goes through it.
 *
 * An agent written as an Effect runs in virtual time, unless it asks for the wall clock. The timers of any other are not ours to
 * move: it runs on the wall clock.
 */
import * as Cause from "effect/Cause"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import type { Cell } from "../domain/Plan.ts"
import type { Trace } from "../domain/Trace.ts"
import { Commands, type UserCode } from "../services/Driver.ts"
import type { Infrastructure } from "../services/Infrastructure.ts"
import type { ToolSession } from "../services/ToolHub.ts"
import { crashedTrace } from "./crashedTrace.ts"
import {
  agentError,
  ambiguousServer,
  driverFailure,
  hasAmbiguousCalls,
  NoResponse,
  Overtaken
} from "./driverFailure.ts"
import { beginTime, type OpenSession, openSession, type RunClock } from "./driverSession.ts"
import type { Log } from "./sessionLog.ts"
import { returnedBy, sessionTrace } from "./sessionTrace.ts"
import { inVirtualTime } from "./virtualClock.ts"

/** `onOpen` receives the log of the session, which is known however the run ends. */
export const drive = Effect.fnUntraced(function* (
  cell: Cell,
  run: number,
  code: UserCode,
  tools: ToolSession,
  onOpen: (log: Log) => void
) {
  const open = yield* openSession(cell, run, tools)
  onOpen(open.log)
  // In this order: a call that fails is known before an agent can make something of it.
  return yield* Effect.raceFirst(open.broken, driven(cell, code, open)).pipe(
    Effect.tap(() => noted(open.log)),
    Effect.catchCause((cause) => Effect.fail(driverFailure(cell, run, Cause.squash(cause))))
  )
}, Effect.scoped)

const noted = (log: Log): Effect.Effect<void> =>
  log.proxy === undefined
    ? Effect.void
    : Effect.map(log.proxy.exchanges, (exchanges) => {
        log.exchanges = exchanges
      })

/** Whether an agent is async or an Effect shows once it has been called. */
const driven = Effect.fnUntraced(function* (cell: Cell, code: UserCode, open: OpenSession) {
  if (code.command !== undefined) {
    return yield* traced(cell, open, "wall", (yield* Commands).run(code.command, open.session))
  }
  const given = code.drive?.(open.session)
  if (!Effect.isEffect(given))
    return yield* traced(
      cell,
      open,
      "wall",
      Effect.promise(async () => given)
    )
  if (code.clock === "wall") return yield* traced(cell, open, "wall", given)
  return yield* inVirtualTime(traced(cell, open, "virtual", given))
})

const traced = Effect.fnUntraced(function* <E, R>(
  cell: Cell,
  { clock, log }: OpenSession,
  kind: RunClock["kind"],
  agent: Effect.Effect<unknown, E, R>
) {
  const time = yield* beginTime(kind)
  log.now = time.now
  yield* Deferred.succeed(clock, time)
  return yield* Effect.matchCauseEffect(agent, {
    onSuccess: (given): Effect.Effect<Trace, Infrastructure | NoResponse> => {
      const final = returnedBy(given)
      if (final === undefined) return Effect.fail(new NoResponse({ given }))
      if (hasAmbiguousCalls(cell, log)) return Effect.fail(ambiguousServer(cell))
      return Effect.succeed(sessionTrace(cell, log, final, time).trace)
    },
    onFailure: (cause): Effect.Effect<Trace, E | Infrastructure | Overtaken> => {
      const thrown = Cause.squash(cause)
      const error = Cause.hasInterrupts(cause) ? undefined : agentError(thrown)
      if (error === undefined) return Effect.failCause(cause)
      if (Cause.isTimeoutError(thrown) && time.hasOvertaken()) return Effect.fail(new Overtaken({ error }))
      if (hasAmbiguousCalls(cell, log)) return Effect.fail(ambiguousServer(cell))
      const { calls, trace } = sessionTrace(cell, log, undefined, time)
      const crashed = crashedTrace(trace, calls, error)
      return crashed === undefined ? Effect.failCause(cause) : Effect.succeed(crashed)
    }
  })
})
