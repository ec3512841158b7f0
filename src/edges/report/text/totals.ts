/**
 * The verdict of a report, and how many of its cells and runs failed, are undecided, and passed.
 *
 * They are counted and not given as a rate: a rate would be rounded, and 999 of 1000 must not look like all of them.
 */
import type { CellVerdict, Report, Verdict } from "../../../base/domain/verdict/Verdict.ts"
import { marks } from "../Row.ts"

export const verdictOf = ({ status, verdict }: Report): string => `${marks[verdict]}${endings[status]}`

const endings = { complete: "", interrupted: " (interrupted)", bailed: " (stopped at the first red cell)" } as const

/** `3 failed · 3 undecided · 0 passed (6 cells, 24 runs) · runs: 4 failed, 0 undecided, 20 passed`. */
export const totals = ({ suites }: Pick<Report, "suites">): string => {
  const cells = suites.flatMap((suite) => suite.cells)
  const runs = cells.flatMap((cell) => cell.runs)
  const stopped = cells.filter((cell) => cell.stopped !== undefined).length
  const refused = suites.filter((suite) => suite.cells.length === 0).length
  return [
    `${cellTotals(cells)} (${counted(cells.length, "cell")}, ${counted(runs.length, "run")})`,
    ...(runs.length === 0 ? [] : [`runs: ${verdictTexts(countVerdicts(runs)).join(", ")}`]),
    ...(stopped > 0 ? [`${counted(stopped, "cell")} stopped early`] : []),
    ...(refused > 0 ? [`${counted(refused, "suite")} without a cell`] : [])
  ].join(" · ")
}

/** Cells by verdict. A cell that was skipped has none, and is not undecided. */
const cellTotals = (cells: ReadonlyArray<CellVerdict>): string => {
  const judged = cells.filter((cell) => cell.skipped === undefined)
  const skipped = cells.length - judged.length
  return [...verdictTexts(countVerdicts(judged)), ...(skipped > 0 ? [`${skipped} skipped`] : [])].join(" · ")
}

export interface VerdictCounts {
  readonly pass: number
  readonly fail: number
  readonly none: number
}

export const countVerdicts = (judged: ReadonlyArray<{ readonly verdict: Verdict }>): VerdictCounts => {
  const counts = { pass: 0, fail: 0, none: 0 }
  for (const { verdict } of judged) counts[verdict]++
  return counts
}

/** What keeps a report from passing comes first. */
export const verdictTexts = (
  { fail, none, pass }: VerdictCounts,
  print: (count: number) => string = String
): ReadonlyArray<string> => [`${print(fail)} failed`, `${print(none)} undecided`, `${print(pass)} passed`]

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`
