/**
 * A report in two lines: how many suites, cells and runs there were, and the verdict on all of them.
 *
 * Runs are counted, as a rate would have to be rounded: 999 of 1000 is not all of them.
 */
import type { Report } from "../domain/Verdict.ts"
import { marks } from "./sections.ts"

export const verdictOf = ({ status, verdict }: Report): string => `${marks[verdict]}${endings[status]}`

const endings = { complete: "", interrupted: " (interrupted)", bailed: " (stopped at the first red cell)" } as const

export const totals = ({ suites }: Report): string => {
  const cells = suites.flatMap((suite) => suite.cells)
  const counts = { pass: 0, fail: 0, none: 0 }
  for (const cell of cells) for (const { verdict } of cell.runs) counts[verdict]++
  const skipped = cells.filter((cell) => cell.skipped !== undefined).length
  return (
    `${counted(suites.length, "suite")}, ${counted(cells.length, "cell")}, ${counted(counts.pass + counts.fail + counts.none, "run")}: ` +
    `${counts.pass} passed, ${counts.fail} failed, ${counts.none} without a verdict` +
    (skipped > 0 ? `, ${counted(skipped, "cell")} skipped` : "")
  )
}

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`
