/**
 * Performs an agent of the user's own: gives it a session, and makes a trace of all that goes through it.
 *
 * An agent written as an Effect runs in virtual time, unless it asks for the wall clock. The timers of any other are not ours to
 * move: it runs on the wall clock.
 */
import * as Cause from "effect/Cause"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import type { Exchange } from "../../base/domain/recording/Cassette.ts"
import type { Cell } from "../../base/domain/plan/Plan.ts"
import { userTokens } from "../../base/domain/recording/tokensOf.ts"
import type { Trace } from "../../base/domain/trace/Trace.ts"
import { turnWords } from "../../base/domain/plan/turnData.ts"
import { withCountedTokens } from "../../base/domain/recording/wireUsage.ts"
import { type AgentSession, Commands, type Drive, type UserCode } from "../services/Driver.ts"
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
import { type OpenSession, openSession } from "./driverSession.ts"
import { beginTime, type RunClock } from "./runClock.ts"
import type { Log } from "./sessionLog.ts"
import { type Returned, returnedBy, sessionTrace } from "./sessionTrace.ts"
import { type Speaking, userWord } from "./userWord.ts"
import { external, inVirtualTime } from "./virtualClock.ts"

/** What the caller knows of a run, however it ends. */
export interface Driven {
  /** What the user says where the plan does not have the words is added. */
  readonly exchanges: Array<Exchange>
  /** Receives the log of the session. */
  readonly onOpen: (log: Log) => void
}

export const drive = Effect.fnUntraced(function* (
  cell: Cell,
  run: number,
  code: UserCode,
  tools: ToolSession,
  { exchanges, onOpen }: Driven
) {
  const open = yield* openSession(cell, run, code, tools)
  onOpen(open.log)
  // In this order: a call that fails is known before an agent can make something of it.
  return yield* Effect.raceFirst(open.broken, driven({ cell, run, code, exchanges, open })).pipe(
    Effect.flatMap((trace) => counted(open.log, trace)),
    Effect.map((trace) => withUserTokens(cell, trace, exchanges)),
    Effect.catchCause((cause) => Effect.fail(driverFailure(cell, run, Cause.squash(cause))))
  )
}, Effect.scoped)

const withUserTokens = ({ behaviour }: Cell, trace: Trace, exchanges: ReadonlyArray<Exchange>): Trace =>
  behaviour.user === undefined
    ? trace
    : { ...trace, conversation: { ...trace.conversation, ...userTokens(behaviour, exchanges) } }

interface Driving extends Pick<Speaking, "cell" | "code" | "exchanges" | "run"> {
  readonly open: OpenSession
}

/** Notes what the agent and its model sent each other, and counts the tokens in it. */
const counted = Effect.fnUntraced(function* (log: Log, trace: Trace) {
  if (log.proxy === undefined) return trace
  const { exchanges, replayed } = log.proxy
  log.exchanges = yield* exchanges
  return withCountedTokens(trace, replayed === undefined ? log.exchanges : yield* replayed)
})

/** Whether an agent is async or an Effect shows once it has been called. */
const driven = Effect.fnUntraced(function* (driving: Driving) {
  const { cell, code, open } = driving
  const { command, drive: drives } = code
  const first = open.begin(cell.behaviour.prompt)
  if (command !== undefined) {
    const { run } = yield* Commands
    return yield* traced(driving, "wall", first, (session) => run(command, session))
  }
  const given = drives?.(first)
  const answer = (session: AgentSession) =>
    session === first ? answering(given) : Effect.suspend(() => answering(drives?.(session)))
  return Effect.isEffect(given) && code.clock !== "wall"
    ? yield* inVirtualTime(traced(driving, "virtual", first, answer))
    : yield* traced(driving, "wall", first, answer)
})

const answering = (given: ReturnType<Drive> | undefined) =>
  Effect.isEffect(given) ? given : Effect.promise(async () => given)

const traced = Effect.fnUntraced(function* <E, R>(
  driving: Driving,
  kind: RunClock["kind"],
  first: AgentSession,
  answer: (session: AgentSession) => Effect.Effect<unknown, E, R>
) {
  const {
    cell,
    open: { clock, log }
  } = driving
  const time = yield* beginTime(kind)
  log.now = time.now
  yield* Deferred.succeed(clock, time)
  return yield* Effect.matchCauseEffect(conversed(driving, time, first, answer), {
    onSuccess: (final): Effect.Effect<Trace, Infrastructure> =>
      hasAmbiguousCalls(cell, log)
        ? Effect.fail(ambiguousServer(cell))
        : Effect.succeed(sessionTrace(cell, log, final, time).trace),
    onFailure: (cause): Effect.Effect<Trace, E | Infrastructure | NoResponse | Overtaken> => {
      const thrown = Cause.squash(cause)
      const isCrash = !Cause.hasInterrupts(cause) && !(thrown instanceof NoResponse)
      const error = isCrash ? agentError(thrown) : undefined
      if (error === undefined) return Effect.failCause(cause)
      if (Cause.isTimeoutError(thrown) && time.hasOvertaken()) return Effect.fail(new Overtaken({ error }))
      if (hasAmbiguousCalls(cell, log)) return Effect.fail(ambiguousServer(cell))
      const { calls, trace } = sessionTrace(cell, log, undefined, time)
      const crashed = crashedTrace(trace, calls, error)
      return crashed === undefined ? Effect.failCause(cause) : Effect.succeed(crashed)
    }
  })
})

/** Asks the agent for an answer to each message of the user, and returns the last. */
const conversed = Effect.fnUntraced(function* <E, R>(
  driving: Driving,
  time: RunClock,
  first: AgentSession,
  answer: (session: AgentSession) => Effect.Effect<unknown, E, R>
) {
  for (let session = first; ;) {
    const given = yield* answer(session)
    const final = returnedBy(given)
    if (final === undefined) return yield* new NoResponse({ given })
    const next = yield* nextMessage(driving, final, time)
    if (next === undefined) return final
    driving.open.log.parts.at(-1)!.answered = final.text
    session = driving.open.begin(next)
  }
})

/** Undefined if the user has nothing more to say, or the agent did not end its turn. */
const nextMessage = Effect.fnUntraced(function* (
  { open: { log }, ...speaking }: Driving,
  final: Returned,
  time: RunClock
) {
  const { cell } = speaking
  const { turns, user } = cell.behaviour
  const planned = turns?.[log.parts.length - 1]
  if (planned === undefined && user === undefined) return undefined
  const { trace } = sessionTrace(cell, log, final, time)
  if (trace.stop_reason !== "end_turn") return undefined
  const words = turnWords(planned)
  if (words !== undefined) return words
  return (yield* external(userWord({ ...speaking, trace }))).message
})
