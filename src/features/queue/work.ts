/**
 * `passhat work`: performs runs of a queue on this machine, until a signal stops it.
 */
import { hostname } from "node:os"
import { join } from "node:path"
import process from "node:process"
import * as Effect from "effect/Effect"
import { planFingerprint } from "../../base/domain/plan/fingerprint.ts"
import { cacheDirectory } from "../../engine/layers/platform/projectCache.ts"
import { openSpool } from "./store/spool.ts"
import { Budget } from "../../engine/services/Budget.ts"
import { RequestLimits } from "../../engine/services/RequestLimits.ts"
import { type Queue, RunQueue } from "../../engine/services/RunQueue.ts"
import { armExitGuard } from "../../app/kit/exitGuard.ts"
import type { workRow } from "./commands.ts"
import type { Values } from "../../app/flags/Flag.ts"
import { defaultRunFlags } from "../../app/flags/runFlags.ts"
import { stderr } from "../../app/kit/output/output.ts"
import { showLoading } from "../../app/kit/output/statusLines.ts"
import { firstSignal } from "../../app/kit/interruption.ts"
import type { Environment } from "../../base/std/Environment.ts"
import { probe } from "../../app/run/probe.ts"
import { prepareLive, resolveRun } from "../../app/run/resolveRun.ts"
import type { CompiledSuite } from "../../app/suites/compileSuites.ts"
import { loadSuites } from "../../app/suites/loadSuites.ts"
import { UsageError } from "../../app/kit/UsageError.ts"
import { compiledOf, overQueue, queueUrl } from "./connected.ts"
import { type Matched, matchPlans } from "./differences.ts"
import { type Stage, stageOf } from "./stage.ts"
import type { Staged } from "./unitWork.ts"
import { workLoop } from "./workLoop.ts"

export const work = Effect.fnUntraced(function* (values: Values<typeof workRow>) {
  armExitGuard()
  showLoading()
  yield* checkNumbers(values)
  const loaded = yield* loadSuites(values.files)
  const flags = { ...defaultRunFlags, record: "missing" as const, concurrency: values.concurrency }
  const choice = yield* resolveRun(loaded, flags)
  const suites = yield* compiledOf(choice.suites)
  const url = yield* queueUrl(values.queue, choice.environment)
  yield* prepareLive(choice, flags, true)
  const signal = yield* firstSignal
  const name = values.name ?? `${hostname()}:${process.pid}`
  return yield* overQueue(
    { url, worker: name },
    Effect.gen(function* () {
      const queue = yield* RunQueue
      const spool = yield* openSpool(yield* spoolFolder(values.spool, choice.environment), queue.name)
      const matched = yield* published(queue, suites, { signal: Effect.asVoid(signal), drain: values.drain })
      if (matched.length === 0) {
        yield* stderr(`${name}: nothing of these suites is on the queue.\n`)
        return 0
      }
      // What another machine has recorded says nothing of what this one is about to perform.
      yield* probe(
        { ...choice, parts: { ...choice.parts, keep: "all" }, suites: matched.map(({ suite }) => suite) },
        flags
      )
      const staged = yield* Effect.forEach(matched, (one) => stagedPlan(queue, one, choice.environment))
      yield* stderr(
        `${name}: takes runs of ${matched.map(({ plan }) => plan.suite).join(", ")} from ${queue.name}, ${values.concurrency} at once.\n`
      )
      const { concurrency, drain, grace } = values
      return yield* workLoop({ queue, spool, staged, name, signal: Effect.asVoid(signal), concurrency, drain, grace })
    })
  )
}, Effect.scoped)

const checkNumbers = ({ concurrency, grace }: Values<typeof workRow>) => {
  if (concurrency < 1) {
    return Effect.fail(
      new UsageError({ what: `--concurrency is ${concurrency}.`, hint: "Give it a whole number from 1." })
    )
  }
  return grace < 0
    ? Effect.fail(new UsageError({ what: `--grace is ${grace}.`, hint: "Give it seconds, from 0." }))
    : Effect.void
}

const spoolFolder = (flag: string | undefined, environment: Environment): Effect.Effect<string, UsageError> => {
  const cache = cacheDirectory(process.cwd(), environment)
  if (flag !== undefined) return Effect.succeed(flag)
  return cache === undefined
    ? Effect.fail(
        new UsageError({
          what: "There is no cache directory to keep runs in that the database cannot take.",
          hint: "Name a folder: --spool spool."
        })
      )
    : Effect.succeed(join(cache, "spool"))
}

interface Waiting {
  readonly signal: Effect.Effect<void>
  readonly drain: boolean
}

/** Waits until a suite of this machine is published. None if a signal stops it before. */
const published = Effect.fnUntraced(function* (
  queue: Queue,
  suites: ReadonlyArray<CompiledSuite>,
  { drain, signal }: Waiting
) {
  let isSaid = false
  for (;;) {
    const matched = yield* matchPlans(suites, yield* queue.plans)
    if (matched.length > 0 || drain) return matched
    if (!isSaid) yield* stderr("Nothing of these suites is on the queue yet: waiting for passhat record.\n")
    isSaid = true
    const isStopped = yield* Effect.raceFirst(Effect.as(signal, true), Effect.as(Effect.sleep("2 seconds"), false))
    if (isStopped) return []
  }
})

/** Fails before anything is taken, if a key is missing: every run would fail here that others could perform. */
const stagedPlan = Effect.fnUntraced(function* (queue: Queue, { plan, suite }: Matched, environment: Environment) {
  const { requestLimit } = yield* Effect.promise(() => import("./queueLimits.ts"))
  const { planBudget } = yield* Effect.promise(() => import("./planBudget.ts"))
  const { refresh, spending } = planBudget(queue, plan)
  const stage: Stage = yield* stageOf(suite, environment).pipe(
    Effect.provideService(RequestLimits, requestLimit(queue, spending)),
    Effect.provideService(Budget, spending)
  )
  const cells = new Map(suite.whole.cells.map((cell) => [cell.id, cell]))
  for (const cell of cells.values()) {
    const issue = cell.skipped === undefined ? yield* stage.unready(cell) : undefined
    if (issue !== undefined) return yield* new UsageError({ what: issue.message, hint: issue.hint })
  }
  return { plan: planFingerprint(suite.whole), cells, stage, refresh } satisfies Staged
})
