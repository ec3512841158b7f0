/**
 * Tells which run an error belongs to that no code handles. Where the runtime does not tell, it may belong to every run in
 * flight. Bun tells for timers only, Node not for microtasks, Deno not for timers.
 */
import { AsyncLocalStorage } from "node:async_hooks"
import { setImmediate } from "node:timers"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { issue } from "../../base/domain/issues.ts"
import type { Cell } from "../../base/domain/plan/Plan.ts"
import type { Session, UserCode } from "../../engine/services/Driver.ts"
import { Infrastructure } from "../../engine/services/Infrastructure.ts"
import { type RunWatch, StrayErrors } from "../../engine/services/StrayErrors.ts"
import { errorText } from "../kit/errorPlace.ts"
import { listenForStrays } from "../kit/exitGuard.ts"

interface Flight {
  readonly fail: (error: unknown) => void
}

const running = new AsyncLocalStorage<Flight | undefined>()

export const layer = Layer.effect(
  StrayErrors,
  Effect.gen(function* () {
    const inFlight = new Set<Flight>()
    yield* Effect.acquireRelease(
      Effect.sync(() => listenForStrays((error) => assign(inFlight, error))),
      (stop) => Effect.sync(stop)
    )
    return { watch: (cell, run) => watch(inFlight, cell, run) }
  })
)

/** False for an error of a run that has ended, and while there is none: then it is of no run. */
const assign = (inFlight: ReadonlySet<Flight>, error: unknown): boolean => {
  const owner = running.getStore()
  const flights = [...inFlight].filter((one) => owner === undefined || one === owner)
  for (const one of flights) one.fail(error)
  return flights.length > 0
}

const watch = Effect.fnUntraced(function* (inFlight: Set<Flight>, cell: Cell, run: number) {
  const failed = yield* Deferred.make<never, Infrastructure>()
  const flight: Flight = { fail: (error) => void Deferred.doneUnsafe(failed, Effect.fail(stray(cell, run, error))) }
  yield* Effect.acquireRelease(
    Effect.sync(() => inFlight.add(flight)),
    () => Effect.sync(() => inFlight.delete(flight))
  )
  return {
    owned: (code) => ownedBy(flight, code),
    failed: Deferred.await(failed),
    // Rejections are reported after the microtasks of a turn.
    noticed: Effect.promise(() => new Promise((resolve) => void setImmediate(resolve)))
  } satisfies RunWatch
})

/** A driver's calls of tools leave its context: what passhat does then may serve other runs as well. */
const ownedBy = (flight: Flight, { after, before, drive, ...code }: UserCode): UserCode => {
  const owned = <A>(work: () => A): A => running.run(flight, work)
  const hooks = (all: UserCode["before"]): UserCode["before"] =>
    all.map((hook) => (Effect.isEffect(hook) ? hook : () => owned(hook)))
  return {
    ...code,
    before: hooks(before),
    after: hooks(after),
    ...(drive !== undefined && { drive: (session) => owned(() => drive(leaving(session))) })
  }
}

/** Copies descriptors, because a read of `mcp` starts a server. */
const leaving = (session: Session): Session =>
  Object.defineProperties({} as Session, {
    ...Object.getOwnPropertyDescriptors(session),
    call: {
      enumerable: true,
      value: (...given: Parameters<Session["call"]>) => running.run(undefined, () => session.call(...given))
    },
    mcp: { enumerable: true, get: () => running.run(undefined, () => session.mcp) }
  })

const stray = (cell: Cell, run: number, error: unknown): Infrastructure =>
  new Infrastructure({
    issue: issue(
      "INFRASTRUCTURE",
      `${cell.name}, run #${run}: an error was thrown that no code handles: ${errorText(error)}.`,
      "Await the promise, or catch the error. Of several runs in flight it may belong to another."
    )
  })
