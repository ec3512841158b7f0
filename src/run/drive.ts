/**
 * Performs an agent of the user's own: gives it a session, and makes a trace of all that goes through it.
 *
 * An agent written as an Effect runs in virtual time. The timers of any other are not ours to move: it runs on the wall
 * clock.
 */
import * as Cause from "effect/Cause"
import * as Data from "effect/Data"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import { issue } from "../domain/issues.ts"
import type { Cell } from "../domain/Plan.ts"
import { Commands, type UserCode } from "../services/Driver.ts"
import { Infrastructure } from "../services/Infrastructure.ts"
import type { ToolSession } from "../services/ToolHub.ts"
import { crashedTrace } from "./crashedTrace.ts"
import { beginTime, type OpenSession, openSession, type RunClock } from "./driverSession.ts"
import { sessionTrace } from "./sessionTrace.ts"
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
  const given = code.drive?.(open.session)
  if (Effect.isEffect(given)) return yield* inVirtualTime(traced(cell, open, "virtual", given))
  const promised = Effect.promise(async () => given)
  return yield* traced(cell, open, "wall", promised)
})

const traced = Effect.fnUntraced(function* <E, R>(
  cell: Cell,
  { clock, log }: OpenSession,
  kind: RunClock["kind"],
  agent: Effect.Effect<unknown, E, R>
) {
  const time = yield* beginTime(kind)
  yield* Deferred.succeed(clock, time)
  return yield* Effect.matchCauseEffect(agent, {
    onSuccess: (final) =>
      typeof final === "string"
        ? Effect.succeed(sessionTrace(cell, log, final, time).trace)
        : Effect.fail(new NoResponse({ given: final })),
    onFailure: (cause) => {
      const error = Cause.hasInterrupts(cause) ? undefined : agentError(Cause.squash(cause))
      if (error === undefined) return Effect.failCause(cause)
      const { calls, trace } = sessionTrace(cell, log, undefined, time)
      const crashed = crashedTrace(trace, calls, error)
      return crashed === undefined ? Effect.failCause(cause) : Effect.succeed(crashed)
    }
  })
})

/** What the agent gave is not its final response. */
class NoResponse extends Data.TaggedError("NoResponse")<{ readonly given: unknown }> {}

const broke = (cell: Cell, run: number, error: unknown): Infrastructure => {
  if (error instanceof Infrastructure) return error
  const [what, hint] =
    error instanceof NoResponse
      ? [`the driver returned ${named(error.given)}, and not its final response as a string.`, RETURNS]
      : [agentError(error) ?? "", "Correct the driver."]
  return new Infrastructure({ issue: issue("INFRASTRUCTURE", `${cell.name}, run #${run}: ${what}`, hint) })
}

const RETURNS = "Return a string from the driver, a promise of one, or an Effect of one made with effect 4."

/** How the agent ended, as a sentence that begins with its subject. Undefined if the reason is outside the agent. */
const agentError = (error: unknown): string | undefined => {
  if (error instanceof Infrastructure) {
    return error.isAgentExit === true ? error.issue.message.replace(/^The /, "the ") : undefined
  }
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return `the driver failed: ${cause instanceof Error ? cause.message : String(cause)}.`
}

const named = (given: unknown): string => {
  if (given === undefined || given === null) return String(given)
  if (Array.isArray(given)) return "an array"
  if (typeof given !== "object") return `a ${typeof given}`
  return EFFECT_3 in given ? "an Effect of another version of effect" : "an object"
}

/** The mark of an Effect of effect 2 and 3. */
const EFFECT_3 = Symbol.for("effect/Effect")
