/**
 * Rows that came out the same way for the same reason, told once: the first of them stands for the others.
 *
 * A cause is what was looked at, what was expected and the kind of reason; the values that were found may differ.
 */
import type { Check } from "../domain/Verdict.ts"
import type { Row } from "./sections.ts"

export interface Cause {
  readonly example: Row
  /** The example among them. */
  readonly rows: ReadonlyArray<Row>
}

/** In the order of their first rows. */
export const causes = (rows: ReadonlyArray<Row>): ReadonlyArray<Cause> => {
  const found = new Map<string, { readonly example: Row; readonly rows: Array<Row> }>()
  for (const row of rows) {
    const key = causeOf(row)
    const known = found.get(key)
    if (known === undefined) found.set(key, { example: row, rows: [row] })
    else known.rows.push(row)
  }
  return [...found.values()]
}

const causeOf = ({ checks, decides, gate, issues, kind, mark, skipped }: Row): string =>
  JSON.stringify([
    kind,
    gate,
    mark,
    skipped,
    decides,
    issues.map(({ code }) => code),
    checks.filter(({ verdict }) => verdict !== "pass").map(claimOf)
  ])

const claimOf = ({ advisory, evidence, expected, target, verdict }: Check): ReadonlyArray<unknown> => [
  target,
  verdict,
  advisory,
  expected,
  [...new Set(evidence.findings.map(({ reason }) => kindOf(reason)))].toSorted()
]

/** A reason without the names and numbers that it quotes. */
const kindOf = (reason: string): string => reason.replace(/"(?:[^"\\]|\\.)*"|\d+(?:\.\d+)?/g, "~")
