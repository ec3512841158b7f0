/**
 * The tables of a suite with cases: for each table and each model, how many cells and runs passed, and how sure the rate is.
 */
import { decidesRuns } from "../../base/domain/verdict/decidesRuns.ts"
import type { CaseColumn, CaseTable, CellVerdict, SuiteVerdict, Verdict } from "../../base/domain/verdict/Verdict.ts"
import { clusteredRate } from "../../language/metrics/stats/clusteredRate.ts"
import { groupBy } from "../../base/std/groupBy.ts"
import { wasRun } from "./skippedCell.ts"

const CONFIDENCE = 0.95

/** No field for a suite without cases. */
export const caseTables = (cells: ReadonlyArray<CellVerdict>): Pick<SuiteVerdict, "case_tables"> => {
  const tables = groupBy(
    cells.filter((cell) => cell.case !== undefined),
    (cell) => cell.case?.table ?? ""
  )
  return tables.size === 0
    ? {}
    : { case_tables: [...tables].map(([table, its]): CaseTable => ({ table, columns: columns(its) })) }
}

const columns = (cells: ReadonlyArray<CellVerdict>): ReadonlyArray<CaseColumn> =>
  [...groupBy(cells, ({ model }) => model)].map(([model, its]) => {
    const run = its.filter(wasRun)
    const byCase = groupBy(run, (cell) => cell.case?.row ?? "")
    const judged = [...byCase.values()].map((ofCase) => counted(ofCase.flatMap(outcomes)))
    const found = clusteredRate(
      judged.map(({ fail, pass }) => ({ passes: pass, runs: pass + fail })),
      CONFIDENCE
    )
    return {
      model,
      cells: counted(run.map(({ verdict }) => verdict)),
      outcomes: counted(run.flatMap(outcomes)),
      rate: found?.rate ?? null,
      standard_error: found?.standardError ?? null,
      interval: found?.interval === undefined ? null : { ...found.interval, confidence: CONFIDENCE },
      red: [...byCase].filter(([, ofCase]) => ofCase.some(({ verdict }) => verdict !== "pass")).map(([row]) => row)
    }
  })

/** A run that no gate judged passes, which says nothing: then the verdict of the cell is the one that counts. */
const outcomes = ({ gates, runs, verdict }: CellVerdict): ReadonlyArray<Verdict> =>
  decidesRuns(gates) ? runs.map((run) => run.verdict) : [verdict]

const counted = (verdicts: ReadonlyArray<Verdict>): CaseColumn["cells"] => {
  const counts = { pass: 0, fail: 0, none: 0 }
  for (const verdict of verdicts) counts[verdict] += 1
  return counts
}
