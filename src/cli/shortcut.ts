/**
 * The short way through a replay that has nothing unusual about it: no flag, small recordings as recorders write them, of
 * this very suite. Nothing waits there and nothing can fail, so it needs no fibers, no layers and no words for what is
 * wrong, which take longer to load than all the rest.
 *
 * It decides nothing of its own. It compiles, replays, judges and words with the functions of `runSuites.ts`, and whatever
 * it does not know it leaves to that: then nothing has been said or done yet.
 */
import process from "node:process"
import { attempt } from "../domain/attempt.ts"
import type { Means } from "../domain/Metric.ts"
import type { Report, SuiteVerdict } from "../domain/Verdict.ts"
import { boundGates, judgeSuite } from "../judge/judge.ts"
import { cellJudge } from "../judge/judgeCell.ts"
import { reportOf } from "../judge/reportOf.ts"
import { plainRecordings } from "../layers/replay/plainRecordings.ts"
import { toRun } from "../plan/compile.ts"
import { pretty } from "../report/pretty.ts"
import { replay } from "../run/replay.ts"
import { type CompiledSuite, compileSuites, type LoadedSuite } from "./compileSuites.ts"
import { exitCode } from "./exitCode.ts"
import { folderOf } from "./folderOf.ts"
import { isStale } from "./freshness.ts"
import { handOver } from "./handOver.ts"
import { jsonSchemaFor } from "./jsonSchemaFor.ts"
import { leave } from "./leave.ts"
import { remember } from "./select/LastReport.ts"
import { sourcesOf } from "./sources.ts"
import { hasColor, widthOf } from "./terminal.ts"

/** Whether the suite was judged, its report written and the exit code set. */
export const takeShortcut = async (loaded: LoadedSuite): Promise<boolean> => {
  if (!isReplay(process.env["PASSHAT_MODE"]) || (await isStale(import.meta.filename))) return false
  const suite = attempt(() => compiled(loaded))
  if (suite === undefined) return false
  const means = await jsonSchemaFor([toRun(suite.plan)])
  const verdict = attempt(() => judged(suite, means))
  const report = verdict && reportOf([verdict], "complete")
  const text = report && attempt(() => worded(report))
  if (verdict === undefined || report === undefined || text === undefined) return false
  remember([suite], [{ verdict }], process.env)
  await handOver(1, text)
  leave(exitCode(report))
  return true
}

const isReplay = (mode = ""): boolean => ["", "auto", "replay"].includes(mode)

const compiled = (loaded: LoadedSuite): CompiledSuite | undefined => {
  const [suite] = compileSuites([loaded], {})
  return suite === undefined || "issues" in suite || suite.plan.cells.some((cell) => cell.only) ? undefined : suite
}

const judged = (suite: CompiledSuite, means: Means): SuiteVerdict | undefined => {
  const { definitions, plan, project } = suite
  const folder = folderOf(project)
  const { cells } = toRun(plan)
  const recordings = plainRecordings(folder, cells)
  if (recordings === undefined) return undefined
  const carried = { definitions, sources: sourcesOf(suite) }
  const verdicts = cells.map((cell) => {
    const { finish, take } = cellJudge(cell, boundGates(cell, carried), { means, traces: false })
    for (const run of recordings.get(cell.id) ?? []) take(replay(cell, run, `${folder.shown}/${cell.id}.jsonl`))
    return finish([])
  })
  return judgeSuite({ plan, issues: [], file: project.file }, verdicts)
}

const worded = (report: Report): string =>
  [...pretty.render(report, { color: hasColor(1), width: widthOf(1), quiet: false, verbose: false })].join("")
