/**
 * Gives out units over effect's PersistedQueue, whatever it is stored in.
 *
 * The queue's own acknowledgement is not waited for where the store has settled the unit already, and for a bounded time otherwise: it
 * goes on for as long as a lease lasts where a database is lost, and a worker has to stop before.
 */
import * as Cause from "effect/Cause"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Option from "effect/Option"
import type { PersistedQueue, PersistedQueueFactory } from "effect/persistence/PersistedQueue"
import * as Schedule from "effect/Schedule"
import {
  type Ended,
  type LeasedUnit,
  MOST_ATTEMPTS,
  type Queue,
  type QueueError
} from "../../../engine/services/RunQueue.ts"
import { Element } from "./runStatements.ts"

/** How long an empty queue is waited at. */
const IDLE_MS = 1_000
/** How long the acknowledgement of a unit is waited for. */
const SETTLED_MS = 2_000

export interface Units {
  /** One of these plans that a unit waits of. */
  readonly next: (plans: ReadonlyArray<string>) => Effect.Effect<string | undefined, QueueError>
  /** Notes that this worker begins an attempt, and gives the edition of the plan. Undefined: the unit has a result, or was asked for again since. */
  readonly begin: (unit: LeasedUnit) => Effect.Effect<string | undefined, QueueError>
  /** Fails if the store is lost. Called where nothing came. */
  readonly probe: Effect.Effect<void, QueueError>
}

export const takeFrom = ({ make }: PersistedQueueFactory["Service"], units: Units): Queue["take"] => {
  const queues = new Map<string, PersistedQueue<typeof Element.Type>>()
  const queueOf = Effect.fnUntraced(function* (plan: string) {
    const known = queues.get(plan)
    if (known !== undefined) return known
    const made = yield* make({ name: plan, schema: Element, maxAttempts: MOST_ATTEMPTS, retrySchedule })
    queues.set(plan, made)
    return made
  })

  return <E, R>(
    plans: ReadonlyArray<string>,
    work: (unit: LeasedUnit, edition: string) => Effect.Effect<Ended, E, R>
  ) =>
    Effect.gen(function* () {
      const plan = plans.length === 1 ? plans[0] : yield* units.next(plans)
      if (plan === undefined) return yield* Effect.as(Effect.sleep(IDLE_MS), Option.none<Ended>())
      const queue = yield* queueOf(plan)
      const begun = yield* Deferred.make<void>()
      const ended = yield* Deferred.make<Ended, E | QueueError>()

      const worked = Effect.fnUntraced(
        function* (element: typeof Element.Type, { attempts }: { attempts: number }) {
          yield* Deferred.succeed(begun, undefined)
          const unit: LeasedUnit = { plan, ...element, attempt: attempts }
          const begin = yield* Effect.exit(units.begin(unit))
          if (Exit.isFailure(begin)) {
            yield* Deferred.failCause(ended, begin.cause)
            return yield* Effect.interrupt
          }
          const edition = begin.value
          const exit = yield* Effect.exit(
            edition === undefined ? Effect.succeed<Ended>("known") : work(unit, edition)
          ).pipe(Effect.onInterrupt(() => Deferred.interrupt(ended)))
          yield* Deferred.done(ended, exit)
          return yield* settled(exit)
        },
        Effect.ensuring(Effect.asVoid(Deferred.interrupt(ended)))
      )

      return yield* Effect.uninterruptibleMask((restore) =>
        Effect.gen(function* () {
          const fiber = yield* Effect.forkDetach(Effect.interruptible(queue.take(worked)))
          const handBack = Effect.suspend(() => {
            fiber.interruptUnsafe()
            // Work that has begun is waited for, however long it takes to stop; what the queue does after it is not.
            const stopped = isBegun(begun) ? Effect.asVoid(Effect.exit(Deferred.await(ended))) : Effect.void
            return Effect.andThen(stopped, Effect.asVoid(Effect.timeoutOption(Fiber.await(fiber), SETTLED_MS)))
          })
          const first = yield* restore(Effect.timeoutOption(Deferred.await(begun), IDLE_MS)).pipe(
            Effect.onInterrupt(() => handBack)
          )
          if (Option.isNone(first) && !isBegun(begun)) {
            yield* handBack
            yield* restore(units.probe)
            return Option.none<Ended>()
          }
          const how = yield* restore(Deferred.await(ended)).pipe(Effect.onInterrupt(() => handBack))
          if (how !== "kept") yield* Effect.timeoutOption(Fiber.await(fiber), SETTLED_MS)
          return Option.some(how)
        })
      )
    })
}

const isBegun = (begun: Deferred.Deferred<void>): boolean => Deferred.isDoneUnsafe(begun)

/** What the queue gets. It writes down what an element failed with, which may hold anything: so it gets no cause. */
const settled = (exit: Exit.Exit<Ended, unknown>): Effect.Effect<void, string> => {
  if (Exit.isFailure(exit)) return Cause.hasInterruptsOnly(exit.cause) ? Effect.interrupt : Effect.fail(AGAIN)
  if (exit.value === "returned") return Effect.interrupt
  return exit.value === "failed" ? Effect.fail(AGAIN) : Effect.void
}

const AGAIN = "The attempt failed."

/** In whole seconds, since databases are asked for no less. */
const retrySchedule = Schedule.min([Schedule.exponential("1 second"), Schedule.spaced("1 minute")])
