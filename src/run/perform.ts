/**
 * Performs one run for real: the world is reset, the agent does its work, and the world is looked at.
 */
import * as Effect from "effect/Effect"
import type { Exchange, RecordedRun, ServerInfo, ToolAnswer, Violation } from "../domain/Cassette.ts"
import type { Hook } from "../domain/Driver.ts"
import { issue } from "../domain/issues.ts"
import type { Cell } from "../domain/Plan.ts"
import type { Trace } from "../domain/Trace.ts"
import { type UserCode, UserCodes } from "../services/Driver.ts"
import { Infrastructure } from "../services/Infrastructure.ts"
import { StrayErrors } from "../services/StrayErrors.ts"
import { ToolHub, type ToolSession } from "../services/ToolHub.ts"
import { callWithTimeout } from "./callWithTimeout.ts"
import { converse } from "./converse.ts"
import { drive } from "./drive.ts"

export interface Performed {
  readonly run: RecordedRun
  /** As they introduced themselves; none if they could not be opened. */
  readonly servers: ReadonlyArray<ServerInfo>
}

/** Never fails: what stands in the way becomes the run's outcome. */
export const perform = Effect.fn("perform")(function* (cell: Cell, index: number) {
  const strays = yield* (yield* StrayErrors).watch(cell, index)
  const code = strays.owned((yield* UserCodes)(cell.id))
  const kept: Kept = { exchanges: [], servers: [], violations: () => [] }
  const inTime = Effect.timeoutOrElse({
    duration: cell.run_timeout_ms,
    orElse: () => Effect.fail(tooLong(cell, index))
  })
  const whole = hooks(code.before, cell, index).pipe(
    Effect.andThen(Effect.scoped(run(cell, index, code, kept))),
    inTime,
    Effect.ensuring(Effect.ignore(inTime(hooks(code.after, cell, index)))),
    Effect.tap(() => strays.noticed)
  )
  return yield* Effect.raceFirst(strays.failed, whole).pipe(
    Effect.match({
      onSuccess: (done): RecordedRun => ({
        index,
        outcome: { status: "completed" },
        exchanges: kept.exchanges,
        ...done
      }),
      onFailure: ({ issue: why }: Infrastructure): RecordedRun => ({
        index,
        outcome: { status: "infrastructure_error", issue: why },
        exchanges: kept.exchanges
      })
    }),
    Effect.map((recorded): Performed => {
      // The servers are closed by now, so that this is all that they sent.
      const violations = kept.violations()
      return { run: violations.length === 0 ? recorded : { ...recorded, violations }, servers: kept.servers }
    })
  )
}, Effect.scoped)

/** What is known of a run by the time it ends, however it ends. */
interface Kept {
  readonly exchanges: Array<Exchange>
  servers: ReadonlyArray<ServerInfo>
  violations: () => ReadonlyArray<Violation>
}

const run = Effect.fnUntraced(function* (cell: Cell, index: number, code: UserCode, kept: Kept) {
  const own = code.drive !== undefined || code.command !== undefined
  if (!own && cell.provider.kind === "driver") return yield* onlyImported(cell, index)
  const session = yield* (yield* ToolHub).open(cell, index)
  kept.servers = session.servers
  kept.violations = session.violations ?? kept.violations
  const trace: Trace | undefined = own
    ? yield* drive(cell, index, code, session)
    : yield* Effect.as(converse(cell, index, session, kept.exchanges), undefined)
  const observations = yield* observe(cell, session)
  return {
    ...(trace !== undefined && { trace }),
    ...(cell.observations.length > 0 && { observations: Object.fromEntries(observations) })
  }
})

/** One after the other, as declared. */
const observe = (cell: Cell, session: ToolSession) =>
  Effect.forEach(cell.observations, ({ args, name, server, tool }) =>
    Effect.map(
      callWithTimeout(cell, session, { id: `observe-${name}`, server, name: tool, args }),
      (answer): readonly [string, ToolAnswer] => [name, answer]
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
  ).pipe(Effect.mapError((error) => hookFailed(cell, index, error)))

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

const onlyImported = (cell: Cell, index: number): Infrastructure =>
  new Infrastructure({
    issue: issue(
      "INFRASTRUCTURE",
      `${cell.name}, run #${index} was imported from ${cell.behaviour.driver?.name}: there is no agent that could be run.`,
      "Import the files again with passhat import, or give the agent a model or a driver and record it."
    )
  })

const tooLong = (cell: Cell, index: number): Infrastructure =>
  new Infrastructure({
    issue: issue(
      "INFRASTRUCTURE",
      `${cell.name}, run #${index} took longer than ${cell.run_timeout_ms} ms.`,
      "Give it more time with runTimeout."
    )
  })
