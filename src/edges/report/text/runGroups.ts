/**
 * The runs of a cell as groups of neighbours, for a strip that has fewer places than runs: how many of each group passed, failed
 * and are undecided. Every run is in one group.
 */
import type { Verdict } from "../../../base/domain/verdict/Verdict.ts"
import { countVerdicts, type VerdictCounts } from "./totals.ts"

/** As many groups as there are places, or runs if these are fewer. Sizes differ by at most one. */
export const groupsOf = (verdicts: ReadonlyArray<Verdict>, places: number): ReadonlyArray<VerdictCounts> => {
  const count = Math.min(verdicts.length, Math.max(1, places))
  const start = (group: number): number => Math.floor((group * verdicts.length) / count)
  return Array.from({ length: count }, (_, group) =>
    countVerdicts(verdicts.slice(start(group), start(group + 1)).map((verdict) => ({ verdict })))
  )
}
