/**
 * A queue in memory: for tests, and for the workers of one process. What it holds ends with it.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as PersistedQueue from "effect/persistence/PersistedQueue"
import type { Issue } from "../../../base/domain/Issue.ts"
import {
  type CellStatus,
  type KeptRun,
  type LeasedUnit,
  MOST_ATTEMPTS,
  MOST_LISTED,
  type PublishedPlan,
  RunQueue,
  type Unit,
  type UnitResult
} from "../../../engine/services/RunQueue.ts"
import { memoryLimits } from "./memoryLimits.ts"
import { takeFrom } from "./take.ts"
import { unexplained } from "./queueError.ts"
import { Element, unitId, unitKey } from "./runStatements.ts"

export interface MemoryOptions {
  /** The name of the worker. */
  readonly worker: string
}

export const layer = ({ worker }: MemoryOptions): Layer.Layer<RunQueue> =>
  Layer.effect(RunQueue, memoryQueue(worker)).pipe(
    Layer.provide(PersistedQueue.layer),
    Layer.provide(PersistedQueue.layerStoreMemory)
  )

interface Run extends LeasedUnit {
  readonly state: "waiting" | "running" | "kept" | "failed"
  readonly since: number
  readonly issue?: Issue
}

const memoryQueue = Effect.fnUntraced(function* (worker: string) {
  const factory = yield* PersistedQueue.PersistedQueueFactory
  const plans = new Map<string, PublishedPlan>()
  let published = 0
  const runs = new Map<string, Run>()
  const results = new Map<string, KeptRun>()
  const media = new Map<string, string>()
  /** The last one of each unit, also of plans that were forgotten: the queue knows their ids. */
  const generations = new Map<string, number>()

  const runsOf = (plan: string, cell?: string): ReadonlyArray<Run> =>
    [...runs.values()].filter((run) => run.plan === plan && (cell === undefined || run.cell === cell))
  const change = (unit: Unit, now: Partial<Run>): void => {
    const run = runs.get(unitKey(unit))
    if (run !== undefined) runs.set(unitKey(unit), { ...run, ...now })
  }
  /** The run as this unit has it, unless it has a result or was asked for again since. */
  const current = (unit: LeasedUnit): Run | undefined => {
    const run = runs.get(unitKey(unit))
    return run === undefined || run.generation !== unit.generation || run.state === "kept" ? undefined : run
  }
  const offer = Effect.fnUntraced(function* (unit: Unit) {
    const generation = (generations.get(unitKey(unit)) ?? -1) + 1
    generations.set(unitKey(unit), generation)
    const run: Run = { ...unit, generation, attempt: 0, state: "waiting", since: 0 }
    runs.set(unitKey(unit), run)
    const queue = yield* factory.make({ name: unit.plan, schema: Element })
    const element = { cell: unit.cell, index: unit.index, generation }
    yield* Effect.orDie(queue.offer(element, { id: unitId(run) }))
  })
  const take = takeFrom(factory, {
    next: (of) => Effect.sync(() => of.find((plan) => runsOf(plan).some(({ state }) => state === "waiting"))),
    begin: (unit) =>
      Effect.map(Clock.currentTimeMillis, (since) => {
        if (current(unit) === undefined) return undefined
        change(unit, { state: "running", attempt: unit.attempt, since })
        return String(published)
      }),
    probe: Effect.void
  })
  const counts = (plan: string, cell?: string): Omit<CellStatus, "cell"> => {
    const of = runsOf(plan, cell)
    const count = (state: Run["state"]): number => of.filter((run) => run.state === state).length
    return { waiting: count("waiting"), running: count("running"), kept: count("kept"), failed: count("failed") }
  }

  return RunQueue.of({
    ...memoryLimits(),
    name: "memory",
    publish: (plan) =>
      Effect.sync(() => {
        published++
        plans.set(plan.fingerprint, plan)
      }),
    plans: Effect.sync(() => [...plans.values()]),
    enqueue: Effect.fnUntraced(function* (plan, units, { again = false } = {}) {
      let [added, known] = [0, 0]
      for (const given of units) {
        const unit = { plan, cell: given.cell, index: given.index }
        const run = runs.get(unitKey(unit))
        if (run !== undefined && !again) {
          known++
          continue
        }
        results.delete(unitKey(unit))
        yield* offer(unit)
        added++
      }
      return { added, known }
    }),
    take: (of, work) =>
      take(of, (unit, edition) =>
        work(unit, edition).pipe(
          // What was neither kept nor given up waits again, and is a dead letter after its last attempt.
          Effect.onExit((exit) =>
            Effect.sync(() => {
              const isReturned = exit._tag === "Success" && exit.value === "returned"
              const isDead = !isReturned && unit.attempt >= MOST_ATTEMPTS
              if (current(unit)?.state === "running") change(unit, { state: isDead ? "failed" : "waiting" })
            })
          )
        )
      ),
    keep: (unit, result) =>
      Effect.sync(() => {
        if (current(unit) === undefined) return "known"
        change(unit, { state: "kept" })
        results.set(unitKey(unit), keptRun(unit, result, worker))
        for (const [sha256, base64] of result.media ?? []) media.set(`${unit.plan} ${unit.cell} ${sha256}`, base64)
        return "kept"
      }),
    fail: (unit, issue, { final = false } = {}) =>
      Effect.sync(() => {
        const isDead = final || unit.attempt >= MOST_ATTEMPTS
        if (current(unit) !== undefined) change(unit, { issue, ...(isDead && { state: "failed" }) })
        return isDead ? "dead" : "failed"
      }),
    results: (plan, cell, after) =>
      Effect.sync(() =>
        runsOf(plan, cell)
          .flatMap((run) => results.get(unitKey(run)) ?? [])
          .filter(({ index }) => index > after)
          .toSorted((a, b) => a.index - b.index)
      ),
    media: (plan, cell) =>
      Effect.sync(() => {
        const prefix = `${plan} ${cell} `
        return [...media.keys()].filter((key) => key.startsWith(prefix)).map((key) => key.slice(prefix.length))
      }),
    medium: (plan, cell, sha256) => Effect.sync(() => media.get(`${plan} ${cell} ${sha256}`)),
    status: (plan) =>
      Effect.map(Clock.currentTimeMillis, (now) => {
        const of = (state: Run["state"]) =>
          runsOf(plan)
            .filter((run) => run.state === state)
            .slice(0, MOST_LISTED)
        const ids = plans.get(plan)?.cells.map(({ id }) => id) ?? []
        return {
          cells: ids.map((cell) => ({ cell, ...counts(plan, cell) })).filter(isEnqueued),
          running: of("running")
            .map(({ issue: _, since, state: __, ...run }) => ({ ...run, worker, ms: now - since }))
            .toSorted((a, b) => b.ms - a.ms),
          failed: of("failed").map(({ issue = unexplained, since: _, state: __, ...run }) => ({
            ...run,
            worker,
            issue
          }))
        }
      }),
    counts: (plan) => Effect.sync(() => counts(plan)),
    retry: Effect.fnUntraced(function* (plan, cell) {
      const dead = runsOf(plan, cell).filter(({ state }) => state === "failed")
      for (const { cell: id, index } of dead) yield* offer({ plan, cell: id, index })
      return dead.length
    }),
    forget: (plan) =>
      Effect.sync(() => {
        plans.delete(plan)
        for (const run of runsOf(plan)) {
          runs.delete(unitKey(run))
          results.delete(unitKey(run))
        }
        for (const key of media.keys()) if (key.startsWith(`${plan} `)) media.delete(key)
      })
  })
})

const keptRun = ({ index }: Unit, { header, line }: UnitResult, worker: string): KeptRun => ({
  index,
  header,
  line,
  worker
})

const isEnqueued = ({ failed, kept, running, waiting }: CellStatus): boolean => failed + kept + running + waiting > 0
