/**
 * Whose trace explains a verdict: the runs that red lines are about. A small cell without any is told whole.
 */
import { isRed, type Row, type Section } from "./sections.ts"

export const worthTelling = ({ cells, rows }: Section, few: number): ((row: Row) => boolean) => {
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
