/**
 * The short way through a replay that has nothing unusual about it: no flag, recordings as recorders write them, of this
 * very suite. Nothing can fail there, so it needs no fibers, no layers and no words for what is wrong, which take longer to
 * load than all the rest.
 *
 * It decides nothing of its own. It compiles, replays, judges and words with the functions of `runSuites.ts`, and whatever
 * it does not know it leaves to that: then nothing has been said or done yet.
 */
import process from "node:process"
import { tryCatch } from "../std/tryCatch.ts"
import type { Means } from "../domain/Metric.ts"
import type { Report, SuiteVerdict } from "../domain/Verdict.ts"
import { judgeSuite } from "../judge/judge.ts"
import { reportOf } from "../judge/reportOf.ts"
import { toRun } from "../plan/compile.ts"
import { pretty } from "../report/pretty.ts"
import { type CompiledSuite, compileSuites, type LoadedSuite, type RefusedSuite } from "./compileSuites.ts"
import { exitCode } from "./exitCode.ts"
import { folderOf } from "./folderOf.ts"
import { isStale } from "./freshness.ts"
import { handOver } from "./handOver.ts"
import { exitCodes, onInterruption, type Signal } from "./interruption.ts"
import { jsonSchemaFor } from "./jsonSchemaFor.ts"
import { leave } from "./leave.ts"
import { plainReplay } from "./plainReplay.ts"
import { schemasFor } from "./schemasFor.ts"
import { remember } from "./select/LastReport.ts"
import { hasColor, widthOf } from "./terminal.ts"

/** Whether the suites were judged, their report written and the exit code set. */
export const takeShortcut = async (loaded: ReadonlyArray<LoadedSuite>): Promise<boolean> => {
  if (!isReplay(process.env["PASSHAT_MODE"]) || (await isStale(import.meta.filename))) return false
  const toJsonSchema = await schemasFor(loaded.map(({ suite }) => suite))
  const suites = tryCatch(() => compileSuites(loaded, { toJsonSchema }))
  if (suites === undefined || !suites.every(isOrdinary)) return false
  const means = await jsonSchemaFor(suites.map(({ plan }) => toRun(plan)))
  const judging = new AbortController()
  const forget = onInterruption((signal) => judging.abort(signal))
  const verdicts: Array<SuiteVerdict> = []
  for (const suite of suites) {
    const verdict = await judged(suite, means, judging.signal).catch(() => undefined)
    if (verdict === undefined) break
    verdicts.push(verdict)
  }
  forget()
  const report = reportOf(verdicts, judging.signal.aborted ? "interrupted" : "complete")
  const text = verdicts.length === suites.length ? tryCatch(() => worded(report)) : undefined
  if (text === undefined) return false
  remember(
    suites,
    verdicts.map((verdict) => ({ verdict })),
    process.env
  )
  await handOver(1, text)
  leave(judging.signal.aborted ? exitCodes[judging.signal.reason as Signal] : exitCode(report))
  return true
}

const isReplay = (mode = ""): boolean => ["", "auto", "replay"].includes(mode)

const isOrdinary = (suite: CompiledSuite | RefusedSuite): suite is CompiledSuite =>
  "plan" in suite && !suite.plan.cells.some((cell) => cell.only)

const judged = async (suite: CompiledSuite, means: Means, signal: AbortSignal): Promise<SuiteVerdict | undefined> => {
  const { plan, project } = suite
  const cells = await plainReplay(suite, folderOf(project), means, signal)
  return cells && judgeSuite({ plan, issues: [], file: project.file }, cells)
}

const worded = (report: Report): string =>
  [...pretty.render(report, { color: hasColor(1), width: widthOf(1), quiet: false, verbose: false })].join("")
