/**
 * Merges the reports of shards, in shard order, into the report that a run of all cells would have given.
 */
import type { Report, SuiteVerdict } from "../domain/Verdict.ts"
import { worst } from "../domain/worst.ts"
import { caseTables } from "./caseTables.ts"
import { reportCost } from "./costs.ts"
import { reportOf, statusOf } from "./reportOf.ts"

export const mergeShards = (shards: ReadonlyArray<Report>): Report => {
  const suites = shards.reduce<ReadonlyArray<SuiteVerdict>>(joined, [])
  return { ...reportOf(suites, statusOf(shards)), ...reportCost(suites) }
}

/**
 * Joins a suite that continues in the next shard. Fields other than verdict, issues, cells and tables of cases come from its first part.
 */
const joined = (before: ReadonlyArray<SuiteVerdict>, { shard, suites }: Report): ReadonlyArray<SuiteVerdict> => {
  const [last, next] = [before.at(-1), suites[0]]
  if (shard?.continues !== true || last === undefined || next === undefined) return [...before, ...suites]
  const cells = [...last.cells, ...next.cells]
  const whole: SuiteVerdict = {
    ...last,
    verdict: worst([last.verdict, next.verdict]),
    issues: [...last.issues, ...next.issues],
    cells,
    ...caseTables(cells)
  }
  return [...before.slice(0, -1), whole, ...suites.slice(1)]
}
