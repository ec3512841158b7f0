/**
 * `passhat check`: whether suites compile, and whether their recordings are whole and fresh. Reports no verdict.
 */
import * as Effect from "effect/Effect"
import type { Issue, IssueCode } from "../../base/domain/Issue.ts"
import type { Capabilities } from "../../base/domain/verdict/Metric.ts"
import type { Cell } from "../../base/domain/plan/Plan.ts"
import type { RunResult } from "../../base/domain/recording/Run.ts"
import { boundGates } from "../../engine/judge/judge.ts"
import { cellJudge } from "../../engine/judge/judgeCell.ts"
import { turnCheck } from "../../engine/judge/turnCheck.ts"
import { escapeLine } from "../../base/std/escape.ts"
import { Cassettes, type RunSink } from "../../engine/services/Cassettes.ts"
import type { Values } from "../../app/flags/Flag.ts"
import { defaultRunFlags, type RunFlags } from "../../app/flags/runFlags.ts"
import { stdout } from "../../app/kit/output/output.ts"
import type { AgeIssues } from "../../app/recordings/age.ts"
import { type LayerOptions, withLayers } from "../../app/run/withLayers.ts"
import { readEnvironment } from "../../app/kit/environment.ts"
import { hideSecrets } from "../../app/run/hideSecrets.ts"
import { jsonSchemaFor } from "../../app/suites/schemasFor.ts"
import { replayed } from "../../engine/services/LiveParts.ts"
import type { Environment } from "../../base/std/Environment.ts"
import { selectSuites } from "../../app/select/selectSuites.ts"
import type { CompiledSuite } from "../../app/suites/compileSuites.ts"
import { unknownTools } from "../../app/suites/unknownParts.ts"
import { armExitGuard } from "../../app/kit/exitGuard.ts"
import { lazily } from "../../app/kit/lazily.ts"
import { showLoading } from "../../app/kit/output/statusLines.ts"
import { loadSuites } from "../../app/suites/loadSuites.ts"
import { withVanished } from "../../app/suites/vanished.ts"
import type { checkRow } from "./commands.ts"

export const check = Effect.fnUntraced(function* ({ files, maxAge, ...asked }: Values<typeof checkRow>) {
  armExitGuard()
  showLoading()
  const loaded = yield* withVanished(yield* loadSuites(files), files, asked.cassettes)
  const flags: RunFlags = { ...defaultRunFlags, ...asked }
  const ageOf = maxAge === undefined ? noAge : yield* ageLimit(maxAge)
  const environment = yield* readEnvironment(loaded.map(({ project }) => project.root))
  const suites = yield* selectSuites(loaded, flags, environment)
  const found = yield* Effect.forEach(suites, (one): Effect.Effect<ReadonlyArray<Checked>> =>
    one._tag === "refused"
      ? Effect.succeed([{ of: one.project.file, issues: one.issues }])
      : checkSuite(one, flags, environment, ageOf)
  )
  const hide = yield* hideSecrets(suites, environment)
  const checked = hide(found.flat())
  yield* stdout(
    checked
      .flatMap(linesOf)
      .map((one) => `${escapeLine(one)}\n`)
      .join("")
  )
  const whole = checked.every(({ issues }) => issues.every((one) => one.advisory))
  return whole && checked.some(({ isSuite, skipped }) => isSuite !== true && skipped === undefined) ? 0 : 2
})

interface Checked {
  readonly of: string
  readonly issues: ReadonlyArray<Issue>
  /** Why it was left out. */
  readonly skipped?: string
  /** Set for what is reported of a suite as a whole. */
  readonly isSuite?: boolean
}

const linesOf = ({ issues, of, skipped }: Checked): ReadonlyArray<string> => {
  if (skipped !== undefined) return [`skip  ${of}: ${skipped}`]
  return issues.length === 0 ? [`ok    ${of}`] : issues.map(line(of))
}

const line =
  (of: string) =>
  ({ advisory, code, hint, message }: Issue): string =>
    `${advisory ? "note" : (words[code] ?? "failed")}  ${of}: ${code}: ${message} ${hint}`

/** What a line begins with, by its issue: what to do about a recording depends on what it is. */
const words: { readonly [Code in IssueCode]?: string } = {
  INVALID_SUITE: "invalid",
  NOTHING_SELECTED: "invalid",
  NO_GATES: "invalid",
  MISSING_CASSETTE: "missing",
  MISSING_RUN: "missing",
  NOTHING_RUN: "missed",
  DAMAGED_CASSETTE: "damaged",
  DIVERGED: "damaged",
  NO_EXCHANGES: "damaged",
  STALE_CASSETTE: "stale",
  EXPIRED_CASSETTE: "stale",
  BUSY_CASSETTE: "busy",
  UNUSED_RECORDING: "unused"
}

/** Nothing is said of the age of a recording. */
const noAge: AgeIssues = () => []

const ageLimit = lazily(() => import("../../app/recordings/age.ts"), "ageIssues")

const checkSuite = (suite: CompiledSuite, { cassettes }: RunFlags, environment: Environment, ageOf: AgeIssues) => {
  const over: LayerOptions = { parts: replayed, environment, cassettes, ownsProcess: true, stop: Effect.never }
  return Effect.map(withLayers(suite, over, checkCells(suite, ageOf)), (layered): ReadonlyArray<Checked> => {
    const { issue, value: cells = [] } = layered === "stopped" ? {} : layered
    const issues = [
      ...suite.notices.map((one) => (suite.noticed?.includes(one) === true ? { ...one, advisory: false } : one)),
      ...unknownTools(suite.plan),
      ...(issue === undefined ? [] : [issue])
    ]
    return issues.length === 0 ? cells : [{ of: suite.project.file, issues, isSuite: true }, ...cells]
  })
}

const checkCells = Effect.fnUntraced(function* (suite: CompiledSuite, ageOf: AgeIssues) {
  const means = yield* Effect.promise(() => jsonSchemaFor([suite.suite]))
  return yield* Effect.forEach(suite.plan.cells, (cell) => {
    const of = `${suite.project.file} ${cell.name}`
    return cell.skipped === undefined
      ? Effect.map(
          Effect.scoped(recordingIssues(cell, suite, sinkOf(suite, cell, means), ageOf)),
          (issues): Checked => ({
            of,
            issues
          })
        )
      : Effect.succeed<Checked>({ of, issues: [], skipped: cell.skipped })
  })
})

/** Only gates can tell which runs a cell needs that stops when it is decided, and whether a cell leaves out runs that fail. */
const sinkOf = (suite: CompiledSuite, cell: Cell, means: Capabilities): RunSink => {
  const { ending, failsLeftOut, leaveOut, take } = cellJudge(cell, boundGates(cell, suite), {
    means,
    traces: false,
    says: suite.says.get(cell.id)
  })
  return { take, ending, leaveOut, failsLeftOut }
}

/** A replay reads everything that a run of the suite would read. */
const recordingIssues = (cell: Cell, { says }: CompiledSuite, sink: RunSink, ageOf: AgeIssues) =>
  Effect.gen(function* () {
    const opened = yield* (yield* Cassettes).open(cell)
    if (!("play" in opened)) return [...opened.issues, ...ageOf(opened.file, "")]
    const lost: Array<Issue> = []
    let date = ""
    const recordedAt = (at: string): void => void (date = at)
    const checkTurns = turnCheck(cell, says.get(cell.id))
    const take = (result: RunResult): void => {
      const wrong = "issue" in result ? result.issue : checkTurns?.(result.index, result.trace)
      if (wrong !== undefined) lost.push(wrong)
      sink.take(result)
    }
    const noticed = yield* opened.play({ ...sink, take, recordedAt })
    return [...noticed, ...lost, ...ageOf(opened.file, date)]
  }).pipe(Effect.catch(({ issue }) => Effect.succeed([issue])))
