/**
 * Groups rows that have the same verdict for the same reason, so that a reporter explains the first of them only.
 *
 * Rows share a cause if targets, expectations and kinds of reason are equal; the values that were found may differ.
 */
import type { Check } from "../../domain/Verdict.ts"
import { isRed, type Row } from "../Row.ts"

export interface Cause {
  readonly example: Row
  /** All rows of the cause, the example included. */
  readonly rows: ReadonlyArray<Row>
}

/** Ordered by the first row of each cause. */
export const causes = (rows: ReadonlyArray<Row>): ReadonlyArray<Cause> => {
  const found = new Map<string, { readonly example: Row; readonly rows: Array<Row> }>()
  for (const row of rows) {
    const key = causeKey(row)
    const known = found.get(key)
    if (known === undefined) found.set(key, { example: row, rows: [row] })
    else known.rows.push(row)
  }
  return [...found.values()]
}

/** The causes of a red section, without the gates that repeat its runs. */
export const redCauses = (rows: ReadonlyArray<Row>): ReadonlyArray<Cause> =>
  causes(rows.filter((row) => isRed(row) && row.kind !== "echo"))

/** The line about the causes that a reporter leaves out. */
export const moreCauses = (rest: ReadonlyArray<Cause>, advice: string): string => {
  const rows = rest.reduce((sum, cause) => sum + cause.rows.length, 0)
  return `... and ${rows} more, of ${rest.length} other causes: ${advice}`
}

const causeKey = ({ checks, decides, gate, issues, kind, mark, skipped }: Row): string =>
  JSON.stringify([
    kind,
    gate,
    mark,
    skipped,
    decides,
    issues.map(({ code }) => code),
    checks.filter(({ verdict }) => verdict !== "pass").map(checkKey)
  ])

const checkKey = ({ advisory, always, evidence, expected, target, verdict }: Check): ReadonlyArray<unknown> => [
  target,
  verdict,
  advisory,
  always,
  expected,
  [...new Set(evidence.findings.map(({ reason }) => reasonKind(reason)))].toSorted()
]

/** The reason without the names and numbers that it quotes. */
const reasonKind = (reason: string): string => reason.replace(/"(?:[^"\\]|\\.)*"|\d+(?:\.\d+)?/g, "~")
