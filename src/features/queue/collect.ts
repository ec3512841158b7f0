/**
 * `passhat collect`: writes the recordings of what workers performed.
 */
import * as Effect from "effect/Effect"
import { planFingerprint } from "../../base/domain/plan/fingerprint.ts"
import { toRun } from "../../language/plan/compile.ts"
import { type Queue, RunQueue } from "../../engine/services/RunQueue.ts"
import { escapeLine } from "../../base/std/escape.ts"
import { armExitGuard } from "../../app/kit/exitGuard.ts"
import type { collectRow } from "./commands.ts"
import type { Values } from "../../app/flags/Flag.ts"
import { defaultRunFlags } from "../../app/flags/runFlags.ts"
import { stdout } from "../../app/kit/output/output.ts"
import { showLoading } from "../../app/kit/output/statusLines.ts"
import { withLayers } from "../../app/run/withLayers.ts"
import { type RunSetup, prepareLive, resolveRun } from "../../app/run/resolveRun.ts"
import { jsonSchemaFor } from "../../app/suites/schemasFor.ts"
import type { CompiledSuite } from "../../app/suites/compileSuites.ts"
import { loadSuites } from "../../app/suites/loadSuites.ts"
import { modes } from "../../app/run/mode.ts"
import { UsageError } from "../../app/kit/UsageError.ts"
import { type Collected, collectCell } from "./collectCell.ts"
import { compiledOf, overQueue, queueUrl } from "./connected.ts"
import type { Header } from "../../base/domain/recording/Cassette.ts"
import type { Cell } from "../../base/domain/plan/Plan.ts"
import { headerOf } from "../../engine/layers/record/header.ts"
import { version } from "../../app/kit/version.ts"

export const collect = Effect.fnUntraced(function* ({ files, queue: named, ...asked }: Values<typeof collectRow>) {
  armExitGuard()
  showLoading()
  const flags = { ...defaultRunFlags, ...asked, record: "missing" as const }
  const choice = yield* resolveRun(yield* loadSuites(files), flags)
  const url = yield* queueUrl(named, choice.environment)
  yield* prepareLive(choice, flags, true)
  return yield* overQueue(
    { url, worker: "" },
    Effect.gen(function* () {
      const all = yield* collectSuites(yield* RunQueue, choice, asked.cassettes)
      return all.length > 0 && all.every(({ wrong }) => wrong === undefined) ? 0 : 2
    })
  )
}, Effect.scoped)

/** A line for each cell, as soon as it is done. */
export const collectSuites = Effect.fnUntraced(function* (
  queue: Queue,
  choice: RunSetup,
  cassettes: string | undefined
) {
  const suites = yield* compiledOf(choice.suites)
  const all = yield* Effect.forEach(suites, (suite) => collectSuite(queue, suite, choice, cassettes))
  return all.flat()
})

const collectSuite = Effect.fnUntraced(function* (
  queue: Queue,
  suite: CompiledSuite,
  { environment, hide }: RunSetup,
  cassettes: string | undefined
) {
  const plan = planFingerprint(suite.whole)
  const means = yield* Effect.promise(() => jsonSchemaFor([suite.suite]))
  const { cells } = toRun(suite.plan)
  const times = new Map<string, string>()
  const work = Effect.forEach(cells, (cell) =>
    Effect.tap(collectCell({ suite, queue, plan, means, times }, cell), (one) => stdout(linesOf(hide(one))))
  )
  const over = {
    parts: modes["record=missing"],
    environment,
    ownsProcess: true,
    stop: Effect.never,
    cassettes,
    recordedAt: (cell: string) => times.get(cell)
  } as const
  const layered = yield* withLayers(suite, over, Effect.result(work))
  if (layered === "stopped") return []
  const { issue, value } = layered
  if (issue !== undefined) return yield* new UsageError({ what: issue.message, hint: issue.hint })
  return yield* Effect.fromResult(value!)
})

const linesOf = ({ cell, file, issues, taken, workers, wrong }: Collected): string => {
  const told = issues.map(({ code, hint, message }) => `note   ${cell.name}: ${code}: ${message} ${hint}`)
  const done =
    taken === 0
      ? "is complete already"
      : `${taken === 1 ? "1 run" : `${taken} runs`} of ${workers === 1 ? "1 worker" : `${workers} workers`}`
  const line =
    wrong === undefined
      ? `ok     ${file}: ${done}`
      : `wrong  ${cell.name}: ${wrong.code}: ${wrong.message} ${wrong.hint}`
  return [...told, line].map((one) => `${escapeLine(one)}\n`).join("")
}

/** The header of a cell's recording, as this machine would write it: without servers, and without a time. */
export const headerHere = (suite: string, cell: Cell, at = ""): Omit<Header, "servers"> =>
  headerOf(cell, { suite, at, version })
