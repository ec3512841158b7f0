/**
 * The verdicts of many runs as a row of marks, in their order: `····✗···?`.
 *
 * Where there are more runs than marks, a mark is the worst of its runs: no failure is ever hidden in a mark.
 */
import type { Verdict } from "../domain/Verdict.ts"
import { worst } from "../domain/worst.ts"

const shapes: Readonly<Record<Verdict, string>> = { pass: "·", fail: "✗", none: "?" }

export const strip = (verdicts: ReadonlyArray<Verdict>, columns: number): string => {
  const count = Math.min(verdicts.length, Math.max(1, columns))
  const start = (mark: number): number => Math.floor((mark * verdicts.length) / count)
  return Array.from({ length: count }, (_, mark) => shapes[worst(verdicts.slice(start(mark), start(mark + 1)))]).join(
    ""
  )
}
