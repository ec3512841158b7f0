/**
 * The verdict of a report, and how many suites, cells and runs it has.
 *
 * Runs are counted and not given as a rate: a rate would be rounded, and 999 of 1000 must not look like all of them.
 */
import type { Report } from "../../domain/Verdict.ts"
import { marks } from "../Row.ts"

export const verdictOf = ({ status, verdict }: Report): string => `${marks[verdict]}${endings[status]}`

const endings = { complete: "", interrupted: " (interrupted)", bailed: " (stopped at the first red cell)" } as const

export const totals = ({ suites }: Report): string => {
  const cells = suites.flatMap((suite) => suite.cells)
  const counts = { pass: 0, fail: 0, none: 0 }
  for (const cell of cells) for (const { verdict } of cell.runs) counts[verdict]++
  const skipped = cells.filter((cell) => cell.skipped !== undefined).length
  const stopped = cells.filter((cell) => cell.stopped !== undefined).length
  return (
    `${counted(suites.length, "suite")}, ${counted(cells.length, "cell")}, ${counted(counts.pass + counts.fail + counts.none, "run")}: ` +
    `${counts.pass} passed, ${counts.fail} failed, ${counts.none} without a verdict` +
    (skipped > 0 ? `, ${counted(skipped, "cell")} skipped` : "") +
    (stopped > 0 ? `, ${counted(stopped, "cell")} stopped early` : "")
  )
}

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`
