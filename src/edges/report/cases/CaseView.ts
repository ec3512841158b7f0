/**
 * A table of cases as every reporter shows it: a row for each case, a column for each model, and the totals of each column.
 */
import type { CaseColumn, CellVerdict } from "../../../base/domain/verdict/Verdict.ts"
import { groupBy } from "../../../base/std/groupBy.ts"
import { distinct } from "../text/distinct.ts"
import { marks, type Section } from "../Row.ts"

export interface CaseView {
  readonly table: string
  readonly columns: ReadonlyArray<CaseColumn>
  /** Rows with a red cell come first; both kinds are in the order of the suite. */
  readonly rows: ReadonlyArray<CaseRow>
}

export interface CaseRow {
  readonly name: string
  /** One for each column; undefined if the case was not judged on its model. */
  readonly cells: ReadonlyArray<CellVerdict | undefined>
  readonly isRed: boolean
}

export const caseViews = ({ cells, tables = [] }: Pick<Section, "cells" | "tables">): ReadonlyArray<CaseView> =>
  tables.map(({ columns, table }) => {
    const rows = rowsOf(
      cells.filter((cell) => cell.case?.table === table),
      columns
    )
    return { table, columns, rows: [...rows.filter(({ isRed }) => isRed), ...rows.filter(({ isRed }) => !isRed)] }
  })

/** Two agents may be made of one row: then rows are named by their agents. */
const rowsOf = (cells: ReadonlyArray<CellVerdict>, columns: ReadonlyArray<CaseColumn>): ReadonlyArray<CaseRow> => {
  const agents = [...groupBy(cells, ({ agent }) => agent)]
  const uses = groupBy(agents, ([, its]) => its[0]?.case?.row)
  return agents.map(([agent, its]) => {
    const row = its[0]?.case?.row
    return {
      name: row === undefined || (uses.get(row)?.length ?? 0) > 1 ? agent : row,
      cells: columns.map(({ model }) => its.find((cell) => cell.model === model)),
      isRed: its.some(isRedCell)
    }
  })
}

/** The names of all rows as `cut` shortens them: no two become the same, also where only some are shown. */
export const shortNames = ({ rows }: CaseView, cut: (name: string) => string): ReadonlyMap<string, string> => {
  const names = rows.map(({ name }) => name)
  const short = distinct(names, cut)
  return new Map(names.map((name, at) => [name, short[at] ?? name]))
}

export const isRedCell = ({ skipped, verdict }: CellVerdict): boolean => verdict !== "pass" && skipped === undefined

/** The verdict, and the passed runs of all runs: `PASS 5/5`. */
export const cellText = (cell: CellVerdict | undefined): string => {
  if (cell === undefined) return ""
  if (cell.skipped !== undefined) return "SKIP"
  const passed = cell.runs.filter(({ verdict }) => verdict === "pass").length
  return `${marks[cell.verdict]}${cell.runs.length === 0 ? "" : ` ${passed}/${cell.runs.length}`}`
}
