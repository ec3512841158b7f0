/**
 * What runs reach of the servers' catalogues, in lines: the share, then each tool with something that is not reached.
 */
import type { Report } from "../../../base/domain/verdict/Verdict.ts"
import { type Line, line } from "../text/Line.ts"
import { coverageText, unreached } from "./coverageText.ts"

/** None for a report without coverage. Lines after the first `most` tools are counted. */
export const coverageLines = ({ coverage }: Report, most: number): ReadonlyArray<Line> => {
  if (coverage === undefined) return []
  const all = unreached(coverage)
  const rest = all.length - most
  return [
    line(0, "plain", `coverage: ${coverageText(coverage)}`),
    ...all.slice(0, most).map((text) => line(1, "plain", text)),
    ...(rest > 0 ? [line(1, "faint", `... and ${rest} more tools`)] : [])
  ]
}
