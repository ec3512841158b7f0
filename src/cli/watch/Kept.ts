/**
 * The verdicts that a watch holds, one for each suite file, and the one report that they make.
 *
 * Files are judged apart here, so what a command decides over all of its suites is decided again: a suite without a chosen
 * cell is left out, and so is every suite without `only` where another has it.
 */
import type { CellVerdict, Report, SuiteVerdict } from "../../domain/Verdict.ts"
import { reportOf } from "../../judge/reportOf.ts"

/** By path, in the order of the paths. */
export type Kept = ReadonlyMap<string, SuiteVerdict>

export const mergedReport = (kept: Kept): Report => {
  const suites = [...kept].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, verdict]) => verdict)
  const alone = suites.some(saysOnly) ? suites.filter((one) => saysOnly(one) || one.cells.length === 0) : suites
  const selected = alone.filter((one) => !hasIssue(one, "NOTHING_SELECTED"))
  return reportOf(selected.length > 0 ? selected : alone, "complete")
}

/**
 * What suites have to do with each other: their names, which must differ, and `only`. Where it changes, judging the
 * changed file is not enough.
 */
export const tiesOf = (kept: Kept): string =>
  JSON.stringify([...kept].map(([file, one]) => [file, one.suite, saysOnly(one)]).toSorted())

/** One line for each cell whose verdict is another than before. */
export const turns = (before: Report, after: Report): ReadonlyArray<string> => {
  const were = new Map(cellsOf(before).map((cell) => [cell.id, outcome(cell)]))
  return cellsOf(after).flatMap((cell) => {
    const was = were.get(cell.id)
    return was === undefined || was === outcome(cell) ? [] : [`${cell.name}: ${outcome(cell)}, was ${was}`]
  })
}

const cellsOf = ({ suites }: Report): ReadonlyArray<CellVerdict> => suites.flatMap(({ cells }) => cells)

const outcome = ({ skipped, verdict }: CellVerdict): string => (skipped === undefined ? verdict : "skipped")

const saysOnly = (one: SuiteVerdict): boolean => hasIssue(one, "ONLY")

const hasIssue = ({ issues }: SuiteVerdict, asked: "ONLY" | "NOTHING_SELECTED"): boolean =>
  issues.some(({ code }) => code === asked)
