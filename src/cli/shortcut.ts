/**
 * The short way through a replay that has nothing unusual about it: no flag, recordings as recorders write them, of this
 * very suite. Nothing can fail there, so it needs no fibers, no layers and no words for what is wrong, which take longer to
 * load than all the rest.
 *
 * It decides nothing of its own. It compiles, replays, judges and words with the functions of `runSuites.ts`, and whatever
 * it does not know it leaves to that: then nothing has been said or done yet.
 */
import process from "node:process"
import { attempt } from "../domain/attempt.ts"
import type { Report } from "../domain/Verdict.ts"
import { judgeSuite } from "../judge/judge.ts"
import { reportOf } from "../judge/reportOf.ts"
import { toRun } from "../plan/compile.ts"
import { pretty } from "../report/pretty.ts"
import { type CompiledSuite, compileSuites, type LoadedSuite } from "./compileSuites.ts"
import { exitCode } from "./exitCode.ts"
import { folderOf } from "./folderOf.ts"
import { isStale } from "./freshness.ts"
import { handOver } from "./handOver.ts"
import { exitCodes, onInterruption, type Signal } from "./interruption.ts"
import { jsonSchemaFor } from "./jsonSchemaFor.ts"
import { leave } from "./leave.ts"
import { plainReplay } from "./plainReplay.ts"
import { remember } from "./select/LastReport.ts"
import { hasColor, widthOf } from "./terminal.ts"

/** Whether the suite was judged, its report written and the exit code set. */
export const takeShortcut = async (loaded: LoadedSuite): Promise<boolean> => {
  if (!isReplay(process.env["PASSHAT_MODE"]) || (await isStale(import.meta.filename))) return false
  const suite = attempt(() => compiled(loaded))
  if (suite === undefined) return false
  const means = await jsonSchemaFor([toRun(suite.plan)])
  const judging = new AbortController()
  const forget = onInterruption((signal) => judging.abort(signal))
  const { plan, project } = suite
  const folder = folderOf(project)
  const cells = await plainReplay(suite, folder, means, judging.signal).catch(() => undefined)
  forget()
  const verdict = cells && attempt(() => judgeSuite({ plan, issues: [], file: project.file }, cells))
  const report = verdict && reportOf([verdict], judging.signal.aborted ? "interrupted" : "complete")
  const text = report && attempt(() => worded(report))
  if (verdict === undefined || report === undefined || text === undefined) return false
  remember([suite], [{ verdict }], process.env)
  await handOver(1, text)
  leave(judging.signal.aborted ? exitCodes[judging.signal.reason as Signal] : exitCode(report))
  return true
}

const isReplay = (mode = ""): boolean => ["", "auto", "replay"].includes(mode)

const compiled = (loaded: LoadedSuite): CompiledSuite | undefined => {
  const [suite] = compileSuites([loaded], {})
  return suite === undefined || "issues" in suite || suite.plan.cells.some((cell) => cell.only) ? undefined : suite
}

const worded = (report: Report): string =>
  [...pretty.render(report, { color: hasColor(1), width: widthOf(1), quiet: false, verbose: false })].join("")
