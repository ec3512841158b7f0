/**
 * A worker at work: takes units, performs them and keeps what came of them, some at once.
 *
 * Told to stop, it takes nothing more, and hands back what is not finished in time. Without the database it finishes what it has, keeps it
 * in the spool, and waits a while for the database to return.
 */
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Option from "effect/Option"
import type { Issue } from "../../base/domain/Issue.ts"
import type { Spool } from "./store/spool.ts"
import type { Queue, QueueError } from "../../engine/services/RunQueue.ts"
import { escapeLine } from "../../base/std/escape.ts"
import { stderr } from "../../app/kit/output/output.ts"
import { type After, type Worker, unitWork } from "./unitWork.ts"
import { join } from "node:path"

export interface Working extends Worker {
  readonly concurrency: number
  readonly drain: boolean
  /** In seconds. */
  readonly grace: number
  /** Completes when the worker is to stop. */
  readonly signal: Effect.Effect<void>
}

/** Why a worker ends. */
type End =
  | { readonly kind: "drained" | "told" }
  | { readonly kind: "broken"; readonly issue: Issue }
  | { readonly kind: "lost"; readonly error: QueueError }

/** How often the database is asked again, each time for as long as the queue is patient, before the worker ends without it. */
const RETURNS = 4

/** So many runs one after the other that could not be performed, and the worker is what is broken. */
const MOST_BROKEN = 5

/** Returns the exit code. */
export const workLoop = Effect.fnUntraced(function* (working: Working) {
  const { name, queue, signal, spool } = working
  const count = { kept: 0, known: 0, failed: 0, returned: 0 }
  for (let lost = 0; ;) {
    // With nothing to hand in the database is asked all the same: whether it has returned decides how long it is waited for.
    const handed = yield* Effect.andThen(queue.plans, handIn(queue, spool)).pipe(
      Effect.match({ onFailure: lostOf, onSuccess: handedOf })
    )
    if ("handed" in handed && handed.handed > 0)
      yield* stderr(`${name}: handed in ${runs(handed.handed)} of the spool.\n`)
    const end: End = "handed" in handed ? yield* session(working, count) : handed
    if (end.kind !== "lost") {
      yield* stderr(`${name}: ${endings[end.kind]} ${summary(count)}\n`)
      if (end.kind === "broken") yield* stderr(`${escapeLine(`${end.issue.message} ${end.issue.hint}`)}\n`)
      return end.kind === "broken" ? 2 : 0
    }
    if ("handed" in handed) lost = 0
    yield* stderr(`${name}: ${end.error.sentence}\n`)
    const isTold = yield* Effect.raceFirst(Effect.as(signal, true), Effect.as(Effect.sleep("1 second"), false))
    if (isTold || ++lost >= RETURNS || end.error.reason !== "Lost") {
      const files = yield* spool.files
      yield* stderr(`${name}: ends without the database. ${summary(count)}${spooled(files.length, spool)}\n`)
      return 2
    }
  }
})

const lostOf = (error: QueueError): End & { readonly kind: "lost" } => ({ kind: "lost", error })
const handedOf = (handed: number) => ({ handed })

const endings = {
  drained: "nothing is left to do.",
  told: "was told to stop.",
  broken: `stops: ${MOST_BROKEN} runs in a row could not be performed here.`
} as const satisfies Record<Exclude<End["kind"], "lost">, string>

interface Count {
  kept: number
  known: number
  failed: number
  returned: number
}

const runs = (count: number): string => (count === 1 ? "1 run" : `${count} runs`)

const summary = ({ failed, kept, known, returned }: Count): string =>
  `${runs(kept)} kept, ${failed} failed, ${returned} handed back${known > 0 ? `, ${known} known already` : ""}.`

const spooled = (files: number, { directory }: Spool): string =>
  files === 0 ? "" : ` ${runs(files)} wait in ${directory}: the next worker with this spool hands them in.`

/** Until the database is lost or there is another reason to end. */
const session = Effect.fnUntraced(function* (working: Working, count: Count) {
  const { concurrency, grace, signal } = working
  const ended = yield* Deferred.make<End>()
  const busy = new Set<number>()
  const state = { isStopping: false }
  let broken = 0
  const after: After = (end, why) => {
    if (end === "kept" || end === "known" || end === "returned") count[end]++
    if (end === "kept") broken = 0
    if (why === undefined) return Effect.void
    count.failed++
    if (why.code !== "BUDGET") broken++
    return broken < MOST_BROKEN ? Effect.void : Deferred.succeed(ended, { kind: "broken", issue: why })
  }
  const one = (slot: number) =>
    Effect.gen(function* () {
      while (!state.isStopping) {
        const took = yield* working.queue.take(
          working.staged.map(({ plan }) => plan),
          (unit, edition) =>
            Effect.suspend(() => {
              busy.add(slot)
              return unitWork(working, unit, edition, after)
            }).pipe(Effect.ensuring(Effect.sync(() => busy.delete(slot))))
        )
        if (Option.isNone(took) && working.drain && busy.size === 0 && (yield* isDrained(working))) {
          yield* Deferred.succeed(ended, { kind: "drained" })
        }
      }
    }).pipe(Effect.catchTag("QueueError", (error) => Deferred.succeed(ended, lostOf(error))))
  const fibers = yield* Effect.forEach(
    Array.from({ length: concurrency }, (_, at) => at),
    (slot) => Effect.map(Effect.forkScoped(one(slot)), (fiber) => ({ fiber, slot }))
  )
  const end: End = yield* Effect.raceFirst(Deferred.await(ended), Effect.as(signal, { kind: "told" } as const))
  state.isStopping = true
  const [idle, under] = [fibers.filter(({ slot }) => !busy.has(slot)), fibers.filter(({ slot }) => busy.has(slot))]
  yield* Fiber.interruptAll(idle.map(({ fiber }) => fiber))
  // Without the database runs are finished whatever that takes; a signal still ends the wait.
  const told = Effect.andThen(signal, Effect.sleep(`${grace} seconds`))
  const finished = Effect.as(Fiber.awaitAll(under.map(({ fiber }) => fiber)), true)
  const isFinished = yield* Effect.raceFirst(finished, Effect.as(told, false))
  if (!isFinished) {
    count.returned += busy.size
    yield* Fiber.interruptAll(under.map(({ fiber }) => fiber))
  }
  return end
}, Effect.scoped)

/** Whether nothing waits and nothing runs anywhere: what runs elsewhere may come back. */
const isDrained = Effect.fnUntraced(function* ({ queue, staged }: Working) {
  for (const { plan } of staged) {
    const { running, waiting } = yield* queue.counts(plan)
    if (running + waiting > 0) return false
  }
  return true
})

/** How many the queue kept. A file that cannot be read, or that the queue refuses, stays where it is and keeps no other from being handed in. */
const handIn = Effect.fnUntraced(function* (queue: Queue, spool: Spool) {
  let count = 0
  for (const file of yield* spool.files) {
    const found = yield* spool.read(file)
    const end =
      typeof found === "string"
        ? { refused: found }
        : yield* queue.keep(found.unit, found.result).pipe(
            Effect.catchIf(
              ({ reason }) => reason !== "Lost",
              ({ sentence }) => Effect.succeed({ refused: `${join(spool.directory, file)}: ${sentence}` })
            )
          )
    if (typeof end === "object") {
      yield* stderr(`${escapeLine(`${end.refused} It is not handed in: delete it, and the run is performed again.`)}\n`)
      continue
    }
    if (end === "kept") count++
    yield* spool.remove(file)
  }
  return count
})
