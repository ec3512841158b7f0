/**
 * Merges the reports of shards, in shard order, into the report that a run of all cells would have given.
 */
import type { Report, SuiteVerdict } from "../../base/domain/verdict/Verdict.ts"
import { worst } from "../../base/domain/verdict/worst.ts"
import { caseTables } from "./caseTables.ts"
import { reportCost } from "./costs.ts"
import { mergeCoverage } from "./coverage/mergeCoverage.ts"
import { withCoverage } from "./coverage/withCoverage.ts"
import { reportOf, statusOf } from "./reportOf.ts"

/** The threshold is of the coverage of all shards together, if they have it. */
export const mergeShards = (shards: ReadonlyArray<Report>, threshold?: number): Report => {
  const suites = shards.reduce<ReadonlyArray<SuiteVerdict>>(joined, [])
  const report = { ...reportOf(suites, statusOf(shards)), ...reportCost(suites) }
  const parts = shards.flatMap(({ coverage }) => (coverage === undefined ? [] : [coverage]))
  return parts.length === 0 ? report : withCoverage(report, mergeCoverage(parts), threshold)
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
