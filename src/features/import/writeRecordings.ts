/**
 * Writes the recordings of imported runs, as the recorder writes its own: secrets replaced, read back, and in the order of the runs.
 */
import { join } from "node:path"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type { RecordedRun } from "../../base/domain/recording/Cassette.ts"
import { issue } from "../../base/domain/issues.ts"
import type { Cell, Plan } from "../../base/domain/plan/Plan.ts"
import { cleaned } from "../../engine/layers/record/cleaned.ts"
import { headerOf } from "../../engine/layers/record/header.ts"
import type { Redactor } from "../../engine/layers/record/redact.ts"
import { writeCassette } from "../../engine/layers/record/writeCassette.ts"
import { UsageError } from "../../app/kit/UsageError.ts"
import { version } from "../../app/kit/version.ts"
import type { ImportedCell } from "./cells.ts"
import type { Spool, SpooledRun } from "./spool.ts"

export interface Writing {
  /** Where the recordings are written first: `<cell>.jsonl` below it. */
  readonly folder: string
  readonly plan: Plan
  readonly redactor: Redactor
  readonly spool: Spool
  /** Whether a run that a broken environment ended is a run that failed. */
  readonly countBroken: boolean
}

/** The cells are those of the plan, in its order. */
export const writeRecordings = Effect.fnUntraced(function* (cells: ReadonlyArray<ImportedCell>, writing: Writing) {
  const { folder, plan } = writing
  for (const [at, cell] of plan.cells.entries()) {
    const header = { ...headerOf(cell, { suite: plan.suite, at: "", version }), servers: [] }
    const runs = cleanRuns(cell, cells[at]!, writing)
    yield* Effect.mapError(writeCassette(join(folder, `${cell.id}.jsonl`), header, runs.all()), ({ reason }) =>
      refused(`${cell.id}.jsonl could not be written (${reason.description ?? reason._tag})`)
    )
    const problem = runs.problem()
    if (problem !== undefined) return yield* refused(problem)
  }
})

/** One at a time, as they are written; the first that cannot be recorded is the last. */
const cleanRuns = (cell: Cell, { runs }: ImportedCell, { countBroken, plan, redactor, spool }: Writing) => {
  const file = `${cell.id}.jsonl`
  const header = { ...headerOf(cell, { suite: plan.suite, at: "", version }), servers: [] }
  let problem: string | undefined
  function* all(): Generator<RecordedRun> {
    for (const [index, place] of [...runs].toSorted(([a], [b]) => a - b)) {
      const run = recordedRun(index, spool.take(place), countBroken)
      const clean = cleaned(redactor, cell, { file, header, runs: [run] })
      if (Result.isFailure(clean)) return void (problem = clean.failure.issue.message.replace(/\.$/, ""))
      yield clean.success.runs.get(index)!
    }
  }
  return { all, problem: () => problem }
}

const recordedRun = (index: number, { broken, outcome, trace }: SpooledRun, countBroken: boolean): RecordedRun => {
  const { observations = {}, ...observed } = trace
  const answers = Object.entries(observations).map(([name, { call_id: _, ...answer }]) => [name, answer] as const)
  const verdict = { is_error: false, content: [], structured: { ...outcome }, timed_out: false }
  const all = [...answers, ...(outcome === undefined ? [] : [["outcome", verdict] as const])]
  return {
    index,
    outcome: broken === undefined || countBroken ? { status: "completed" } : brokenOutcome(index, broken),
    exchanges: [],
    trace: observed,
    ...(all.length > 0 && { observations: Object.fromEntries(all) })
  }
}

const brokenOutcome = (index: number, broken: string): RecordedRun["outcome"] => ({
  status: "infrastructure_error",
  issue: issue(
    "INFRASTRUCTURE",
    `Run #${index} was ended by its environment: ${broken.replace(/\.$/, "")}.`,
    "Import with --count-broken if it should count as a run that failed."
  )
})

const refused = (what: string): UsageError =>
  new UsageError({ what: `${what.charAt(0).toUpperCase()}${what.slice(1)}.`, hint: "Nothing was written." })
