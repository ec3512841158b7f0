/**
 * Shards put together again, in their order: the report that one run of everything would have given.
 */
import type { Report, SuiteVerdict } from "../domain/Verdict.ts"
import { worst } from "../domain/worst.ts"
import { reportOf, statusOf } from "./reportOf.ts"

export const mergeShards = (shards: ReadonlyArray<Report>): Report =>
  reportOf(shards.reduce<ReadonlyArray<SuiteVerdict>>(joined, []), statusOf(shards))

/** A suite that goes on in the next shard is one suite. Only its first part tells of it as a whole. */
const joined = (before: ReadonlyArray<SuiteVerdict>, { shard, suites }: Report): ReadonlyArray<SuiteVerdict> => {
  const [begun, next] = [before.at(-1), suites[0]]
  if (shard?.continues !== true || begun === undefined || next === undefined) return [...before, ...suites]
  const whole: SuiteVerdict = {
    ...begun,
    verdict: worst([begun.verdict, next.verdict]),
    issues: [...begun.issues, ...next.issues],
    cells: [...begun.cells, ...next.cells]
  }
  return [...before.slice(0, -1), whole, ...suites.slice(1)]
}
