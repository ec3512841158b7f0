/**
 * pass^k of a cell as text, a bar for each k: `▇▇▆▅ 90% for k = 1, 60% for k = 4`. It is the unbiased estimate, the chance that k
 * runs drawn from those of the cell all pass.
 */
import { decidesRuns } from "../../../base/domain/verdict/decidesRuns.ts"
import type { CellVerdict } from "../../../base/domain/verdict/Verdict.ts"
import { passHat } from "../passHatCurve.ts"
import { rateBars } from "./bars.ts"
import { countVerdicts } from "./totals.ts"

/** The most runs whose chance to all pass is drawn. */
const MOST_K = 10

/** Undefined if a run has no outcome, or if there is only one run. Percents are rounded down. */
export const passHatText = ({ gates, runs }: Pick<CellVerdict, "gates" | "runs">): string | undefined => {
  const { none, pass } = countVerdicts(runs)
  if (runs.length < 2 || none > 0 || !decidesRuns(gates)) return undefined
  const last = Math.min(runs.length, MOST_K)
  const curve = Array.from({ length: last }, (_, at) => passHat({ passes: pass, runs: runs.length }, at + 1))
  const percent = (chance = 0): string => `${Math.floor(100 * chance + 1e-9)}%`
  return `${rateBars(curve)} ${percent(curve[0])} for k = 1, ${percent(curve.at(-1))} for k = ${last}`
}
