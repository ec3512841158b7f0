/**
 * `passhat record`: records what is missing or stale, on this machine or by the workers of a queue, and judges it.
 */
import * as Effect from "effect/Effect"
import { planFingerprint } from "../../base/domain/plan/fingerprint.ts"
import type { Cell } from "../../base/domain/plan/Plan.ts"
import { toRun } from "../../language/plan/compile.ts"
import { missingRuns, recover } from "../../engine/layers/record/recover.ts"
import { type Queue, RunQueue } from "../../engine/services/RunQueue.ts"
import { armExitGuard } from "../../app/kit/exitGuard.ts"
import type { recordRow } from "./commands.ts"
import { type Values, defaultsOf } from "../../app/flags/Flag.ts"
import { costFlags } from "../cost/costFlags.ts"
import { type RunFlags, defaultRunFlags } from "../../app/flags/runFlags.ts"
import { stderr } from "../../app/kit/output/output.ts"
import { showLoading } from "../../app/kit/output/statusLines.ts"
import { exitCodes, firstSignal } from "../../app/kit/interruption.ts"
import { type RunSetup, prepareLive, resolveRun } from "../../app/run/resolveRun.ts"
import { runSuites } from "../../app/run/runSuites.ts"
import type { CompiledSuite, LoadedSuite } from "../../app/suites/compileSuites.ts"
import { loadSuites } from "../../app/suites/loadSuites.ts"
import { cassettesOf } from "../../app/kit/project.ts"
import { UsageError } from "../../app/kit/UsageError.ts"
import { collectSuites } from "./collect.ts"
import { compiledOf, overQueue, queueNamed } from "./connected.ts"
import { type Spends, publishedPlan } from "./publish.ts"
import { shareLimits, spendsNow } from "./planBudget.ts"
import { type AskedRuns, untilRecorded } from "./untilRecorded.ts"

type Asked = Values<typeof recordRow>

export const record = Effect.fnUntraced(function* (values: Asked) {
  const { detach, files, queue: named, rate, ...asked } = values
  armExitGuard()
  if (!values.quiet) showLoading()
  const flags: RunFlags = { ...defaultRunFlags, ...asked, record: "missing" }
  const loaded = yield* loadSuites(files)
  const choice = yield* resolveRun(loaded, flags)
  const url = queueNamed(named, choice.environment)
  if (url === undefined) {
    const [alone] = [...(detach ? ["--detach"] : []), ...(rate.length > 0 ? ["--rate"] : [])]
    if (alone !== undefined) return yield* needsQueue(alone)
    return yield* runSuites(loaded, flags)
  }
  return yield* overQueue({ url, worker: "" }, onQueue(values, flags, loaded, choice))
}, Effect.scoped)

const needsQueue = (flag: string): UsageError =>
  new UsageError({
    what: `${flag} needs a queue.`,
    hint: "Give --queue postgres://user@host/database, or leave it out."
  })

const onQueue = Effect.fnUntraced(function* (
  values: Asked,
  flags: RunFlags,
  loaded: ReadonlyArray<LoadedSuite>,
  choice: RunSetup
) {
  const queue = yield* RunQueue
  const signal = yield* firstSignal
  const suites = yield* compiledOf(choice.suites)
  const given = yield* shareLimits(queue, values, suites)
  const plans = yield* queue.plans
  const asked = yield* Effect.forEach(suites, (suite) =>
    enqueue(queue, suite, choice, values, spendsNow(given, suite.whole, plans))
  )
  const added = asked.reduce((sum, one) => sum + one.added, 0)
  const open = asked.reduce((sum, one) => sum + one.indices, 0)
  yield* stderr(`${added} of ${open} missing runs are new on ${queue.name}; the others are there already.\n`)
  if (values.detach) return 0
  const stopped = yield* untilRecorded(queue, asked, signal, values.quiet)
  if (stopped !== undefined) {
    yield* stderr("The queue goes on without this command. passhat collect writes what is recorded.\n")
    return exitCodes[stopped]
  }
  yield* prepareLive(choice, flags, true)
  const all = yield* collectSuites(queue, choice, values.cassettes)
  const isWhole = all.every(({ wrong }) => wrong === undefined)
  const code = yield* runSuites(loaded, { ...flags, ...defaultsOf(costFlags), record: undefined })
  return isWhole || code !== 0 ? code : 2
}, Effect.scoped)

const enqueue = Effect.fnUntraced(function* (
  queue: Queue,
  suite: CompiledSuite,
  { environment }: RunSetup,
  { cassettes }: Asked,
  spends: Spends
) {
  const plan = planFingerprint(suite.whole)
  const { cells } = toRun(suite.plan)
  const missing = yield* Effect.forEach(cells, (cell) =>
    Effect.map(unrecordedRuns(suite, cell, cassettes), (indices) => ({ cell, indices }))
  )
  yield* queue.publish(yield* publishedPlan(suite, environment, spends))
  const { added } = yield* queue.enqueue(plan, unitsOf(missing))
  // As a recording here would, this tries again what could not be recorded the last time.
  let retried = 0
  const { cells: known } = yield* queue.status(plan)
  for (const { failed, cell } of known) {
    const isAsked = missing.some((one) => one.cell.id === cell && one.indices.length > 0)
    if (failed > 0 && isAsked) retried += yield* queue.retry(plan, cell)
  }
  const indices = missing.reduce((sum, one) => sum + one.indices.length, 0)
  const isWhole = cells.length === toRun(suite.whole).cells.length
  return {
    plan,
    added: added + retried,
    indices,
    cells: isWhole ? undefined : new Set(cells.map(({ id }) => id))
  } satisfies AskedRuns & { readonly added: number }
})

/** By the rules of --record=missing. */
const unrecordedRuns = Effect.fnUntraced(function* (
  { project }: CompiledSuite,
  cell: Cell,
  cassettes: string | undefined
) {
  const recovered = yield* Effect.mapError(
    recover(cassettesOf(project, cassettes), cell),
    ({ hint, sentence }) => new UsageError({ what: sentence, hint })
  )
  return missingRuns(cell, recovered)
})

function* unitsOf(missing: ReadonlyArray<{ readonly cell: Cell; readonly indices: ReadonlyArray<number> }>) {
  for (const { cell, indices } of missing) for (const index of indices) yield { cell: cell.id, index }
}
