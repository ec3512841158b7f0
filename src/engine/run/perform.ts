/**
 * Performs one run for real: the world is reset, the agent does its work, and the world is looked at.
 */
import * as Effect from "effect/Effect"
import { identity } from "effect/Function"
import type { Exchange, RecordedRun, ServerInfo, ToolAnswer, Violation } from "../../base/domain/recording/Cassette.ts"
import type { Hook } from "../../base/domain/recording/Driver.ts"
import { issue } from "../../base/domain/issues.ts"
import type { Cell } from "../../base/domain/plan/Plan.ts"
import type { Relisting, ServerRequest } from "../../base/domain/trace/ServerRequests.ts"
import type { Trace } from "../../base/domain/trace/Trace.ts"
import { userCell } from "../../base/domain/plan/userCell.ts"
import { answerWithoutBytes } from "../../base/domain/recording/withoutBytes.ts"
import { Budget } from "../services/Budget.ts"
import { type UserCode, UserCodes } from "../services/Driver.ts"
import { Infrastructure, issueOf } from "../services/Infrastructure.ts"
import { Model } from "../services/Model.ts"
import { type Listener, Progress } from "../services/Progress.ts"
import { RecordedUser } from "../services/RecordedUser.ts"
import { StrayErrors } from "../services/StrayErrors.ts"
import { ToolHub, type ToolSession } from "../services/ToolHub.ts"
import { Waits, waitingFor } from "../services/Waits.ts"
import { callWithTimeout } from "./callWithTimeout.ts"
import { converse } from "./converse.ts"
import { drive } from "./drive.ts"
import { noteWaits } from "./noteWaits.ts"
import type { Log } from "./sessionLog.ts"

export interface Performed {
  readonly run: RecordedRun
  /** As they introduced themselves; none if they could not be opened. */
  readonly servers: ReadonlyArray<ServerInfo>
  /** The binary data of results that the run has as hashes, in base64, if its agent is to be run again with them. */
  readonly media?: ReadonlyMap<string, string>
}

/** Never fails: what prevents it becomes the run's outcome. `underWay` gets what the run waits for, beside the listener of the suite. */
export const perform = Effect.fn("perform")(function* (cell: Cell, index: number, underWay?: Listener["waiting"]) {
  const strays = yield* (yield* StrayErrors).watch(cell, index)
  const code = strays.owned((yield* UserCodes)(cell.id))
  const kept: Kept = { exchanges: [], relisted: [], servers: [], violations: () => [], serverRequests: () => [] }
  const inTime = Effect.timeoutOrElse({
    duration: cell.run_timeout_ms,
    orElse: () => Effect.fail(tooLong(cell, index))
  })
  const whole = hooks(code.before, cell, index).pipe(
    // Whenever it waits for nothing else, its servers are opened or closed.
    Effect.andThen(waitingFor("servers")(Effect.scoped(run(cell, index, code, kept)))),
    inTime,
    Effect.ensuring(Effect.ignore(inTime(hooks(code.after, cell, index)))),
    Effect.tap(() => strays.noticed)
  )
  return yield* Effect.raceFirst(strays.failed, whole).pipe(
    noted(cell, index, underWay),
    Effect.match({
      onSuccess: (done): RecordedRun => ({
        index,
        outcome: { status: "completed" },
        exchanges: kept.exchanges,
        ...done
      }),
      onFailure: (error: Infrastructure): RecordedRun => ({
        index,
        outcome: { status: "infrastructure_error", issue: issueOf(error) },
        exchanges: kept.exchanges
      })
    }),
    Effect.map((recorded): Performed => {
      // The servers are closed by now, so that this is all that they sent.
      const [violations, server_requests, { relisted, servers }] = [kept.violations(), kept.serverRequests(), kept]
      const run = {
        ...recorded,
        ...(violations.length > 0 && { violations }),
        ...(server_requests.length > 0 && { server_requests }),
        ...(relisted.length > 0 && { relisted })
      }
      return { run, servers, ...(run.wire !== undefined && kept.media !== undefined && { media: kept.media }) }
    })
  )
}, Effect.scoped)

/** Tells those who listen, if there are any, what the run waits for. */
const noted =
  (cell: Cell, index: number, underWay: Listener["waiting"]) =>
  <A, E, R>(self: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.flatMap(Progress, ({ waiting }) => {
      const listeners = [underWay, waiting].filter((one) => one !== undefined)
      return listeners.length === 0 ? self : Effect.provideService(self, Waits, noteWaits(listeners, cell, index))
    })

/** What is known of a run by the time it ends, however it ends. */
interface Kept {
  readonly exchanges: Array<Exchange>
  readonly relisted: Array<Relisting>
  servers: ReadonlyArray<ServerInfo>
  violations: () => ReadonlyArray<Violation>
  serverRequests: () => ReadonlyArray<ServerRequest>
  wire?: () => Pick<RecordedRun, "wire">
  media?: ReadonlyMap<string, string>
}

/** An agent whose code is run again is given the same tools and results. */
const wireOf = ({ tools }: ToolSession, { calls, exchanges }: Log): Pick<RecordedRun, "wire"> => {
  if (exchanges.length === 0) return {}
  const results = calls.flatMap(({ answer, call }) => (answer === undefined ? [] : [[call.id, JSON.stringify(answer)]]))
  return { wire: { tools: JSON.stringify(tools), results: Object.fromEntries(results), exchanges } }
}

const run = Effect.fnUntraced(function* (cell: Cell, index: number, code: UserCode, kept: Kept) {
  const own = code.drive !== undefined || code.command !== undefined
  if (!own) yield* ready(cell, index)
  if (cell.behaviour.user !== undefined && (yield* RecordedUser) === undefined) {
    yield* ready(userCell(cell, cell.behaviour.user), index)
  }
  const session = yield* (yield* ToolHub).open(cell, index)
  kept.servers = session.servers
  kept.violations = session.violations ?? kept.violations
  kept.serverRequests = session.serverRequests ?? kept.serverRequests
  const trace: Trace | undefined = own
    ? yield* waitingFor("agent")(
        drive(cell, index, code, session, {
          exchanges: kept.exchanges,
          onOpen: (log) => {
            kept.wire = () => wireOf(session, log)
            kept.media = log.media
            const { violations } = kept
            kept.violations = () => [...violations(), ...(log.unreadable === undefined ? [] : [log.unreadable])]
          }
        })
      )
    : yield* Effect.as(converse(cell, index, code, session, kept), undefined)
  const observations = yield* observe(cell, session)
  return {
    ...(trace !== undefined && { trace }),
    ...kept.wire?.(),
    ...(cell.observations.length > 0 && { observations: Object.fromEntries(observations) })
  }
})

/** Fails before a server is started, if the first answer could not be paid or would be refused. */
const ready = Effect.fnUntraced(function* (cell: Cell, index: number) {
  yield* (yield* Budget).affords?.(cell.behaviour.options.max_tokens, cell) ?? Effect.void
  yield* (yield* Model).ready?.(cell, index) ?? Effect.void
})

/** One after the other, as declared. */
const observe = (cell: Cell, session: ToolSession) =>
  Effect.forEach(cell.observations, ({ args, name, server, tool }) =>
    Effect.map(
      callWithTimeout(cell, session, { id: `observe-${name}`, server, name: tool, args }),
      (answer): readonly [string, ToolAnswer] => [name, answerWithoutBytes(answer)]
    )
  )

const hooks = (all: ReadonlyArray<Hook>, cell: Cell, index: number): Effect.Effect<void, Infrastructure> =>
  Effect.forEach(
    all,
    (hook) =>
      Effect.gen(function* () {
        const given = Effect.isEffect(hook) ? hook : yield* Effect.tryPromise(async () => hook())
        if (Effect.isEffect(given)) yield* given as Effect.Effect<unknown, unknown>
      }),
    { discard: true }
  ).pipe(
    Effect.mapError((error) => hookFailed(cell, index, error)),
    all.length === 0 ? identity : waitingFor("hook")
  )

const hookFailed = (cell: Cell, index: number, error: unknown): Infrastructure => {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return new Infrastructure({
    issue: issue(
      "INFRASTRUCTURE",
      `${cell.name}, run #${index}: what was to happen around it failed: ${cause instanceof Error ? cause.message : String(cause)}.`,
      "Correct the before or after hook."
    )
  })
}

const tooLong = (cell: Cell, index: number): Infrastructure =>
  new Infrastructure({
    issue: issue(
      "INFRASTRUCTURE",
      `${cell.name}, run #${index} took longer than ${cell.run_timeout_ms} ms.`,
      "Give it more time with runTimeout."
    )
  })
