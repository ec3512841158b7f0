/**
 * A cause of a failure in few lines: how often, an example, the lines of the suite that expect otherwise, and the evidence.
 */
import { type Line, line } from "../text/Line.ts"
import { listRows } from "../text/listRows.ts"
import type { Cause } from "./causes.ts"
import { briefEvidence } from "./evidence.ts"
import { failedGateLocations } from "./gateLocations.ts"

export const causeLines = (cause: Cause): ReadonlyArray<Line> => {
  const { example, rows } = cause
  const places = new Set(failedGateLocations(example).map(({ file, line: at }) => `${file}:${at}`))
  return [
    ...(rows.length > 1 ? [line(0, "plain", `${rows.length} times: ${listRows(rows, 80)}`)] : []),
    line(0, "plain", rows.length > 1 ? `for example ${example.title}` : example.title),
    ...(places.size > 0 ? [line(0, "plain", `at ${[...places].join(", ")}`)] : []),
    ...briefEvidence(cause)
  ]
}
