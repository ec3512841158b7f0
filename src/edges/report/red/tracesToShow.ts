/**
 * Selects the rows whose trace verbose output shows: the runs that red rows are about. A cell of at most `few` runs that no red
 * row is about shows all of its traces.
 */
import { isRed, type Row, type Section } from "../Row.ts"

export const tracesToShow = ({ cells, rows }: Section, few: number): ((row: Row) => boolean) => {
  const red = rows.filter(isRed)
  const blamed = new Map(cells.map(({ name }) => [name, new Set<number>()]))
  for (const { cell = "", checks, run } of red) {
    if (run !== undefined) blamed.get(cell)?.add(run)
    for (const { evidence, verdict } of checks) {
      if (verdict === "pass") continue
      for (const finding of evidence.findings) if (finding.run !== undefined) blamed.get(cell)?.add(finding.run)
    }
  }
  const whole = new Set(
    cells.filter(({ name, runs }) => blamed.get(name)?.size === 0 && runs.length <= few).map(({ name }) => name)
  )
  return ({ cell = "", run }) => run !== undefined && (whole.has(cell) || blamed.get(cell)?.has(run) === true)
}
