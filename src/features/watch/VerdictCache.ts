/**
 * The last verdicts of each suite file under `--watch`, and the report made of all of them.
 *
 * Each file is judged by itself, so what depends on all suites of a command is decided here: a suite without a selected
 * cell is left out, and so is every suite without `only` if another has it.
 */
import type { CellVerdict, Report, SuiteVerdict } from "../../base/domain/verdict/Verdict.ts"
import { reportOf } from "../../engine/judge/reportOf.ts"

/** By path, one verdict for each suite of the file. */
export type VerdictCache = ReadonlyMap<string, ReadonlyArray<SuiteVerdict>>

export const mergedReport = (cache: VerdictCache): Report => {
  const suites = [...cache].toSorted(([a], [b]) => (a < b ? -1 : 1)).flatMap(([, verdicts]) => verdicts)
  const alone = suites.some(saysOnly) ? suites.filter((one) => saysOnly(one) || one.cells.length === 0) : suites
  const selected = alone.filter((one) => !hasIssue(one, "NOTHING_SELECTED"))
  return reportOf(selected.length > 0 ? selected : alone, "complete")
}

/**
 * What the verdict of one suite depends on in the others: their names, which must differ, and `only`. If it changes, all
 * files are judged again.
 */
export const tiesOf = (cache: VerdictCache): string =>
  JSON.stringify([...cache].flatMap(([file, its]) => its.map((one) => [file, one.suite, saysOnly(one)])).toSorted())

/** One line for each cell whose verdict has changed. */
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
