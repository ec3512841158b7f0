/**
 * Groups rows by what is wrong with them, so that a reporter tells each reason once, with all rows that it holds of.
 *
 * Rows share a reason if target, expectation and kind of reason are equal; the values that were found may differ. Reasons of the
 * same rows are one cause.
 */
import type { Issue } from "../../../base/domain/Issue.ts"
import { numberedTarget } from "../../../base/domain/verdict/numberedTarget.ts"
import type { Check } from "../../../base/domain/verdict/Verdict.ts"
import { groupBy } from "../../../base/std/groupBy.ts"
import { type Row, isRed } from "../Row.ts"
import { reasonKey } from "./findingLines.ts"
import { listRows } from "../text/listRows.ts"

export interface Cause {
  /** The first row, with the reasons of this cause only. */
  readonly example: Row
  /** All rows of the cause, the example included. */
  readonly rows: ReadonlyArray<Row>
  /** For a check of the example: the checks of all rows that share its reason. */
  readonly alike: ReadonlyMap<Check, ReadonlyArray<Check>>
}

/**
 * Ordered by the first row of each cause. Reasons of fewer cells than `few` are shown by cell, and reasons of fewer rows of a cell
 * share a cause only if the values are equal too.
 */
export const causes = (rows: ReadonlyArray<Row>, few = 1): ReadonlyArray<Cause> => {
  const alike = [...groupBy(rows.flatMap(reasonsOf), ({ kind }) => kind).values()].flatMap((reasons) => {
    const cells = [...groupBy(reasons, ({ row }) => row.cell).values()]
    if (cells.length >= few) return [reasons]
    return cells.flatMap((its) => (its.length >= few ? [its] : [...groupBy(its, wholeKey).values()]))
  })
  const found = groupBy(alike, (reasons) => `${reasons[0]?.owner} ${reasons.map(({ at }) => at).join()}`)
  return [...found.values()].toSorted(([a = []], [b = []]) => (a[0]?.at ?? 0) - (b[0]?.at ?? 0)).map(causeOf)
}

/** The cause of a row that is shown by itself. */
export const ownCause = (row: Row): Cause => ({
  example: { ...row, checks: row.checks.filter(({ verdict }) => verdict !== "pass") },
  rows: [row],
  alike: new Map()
})

/** The causes of a red section, without the gates that repeat its runs. */
export const redCauses = (rows: ReadonlyArray<Row>): ReadonlyArray<Cause> =>
  causes(rows.filter((row) => isRed(row) && row.kind !== "echo"))

/** The line about the causes that a reporter leaves out. */
export const moreCauses = (rest: ReadonlyArray<Cause>, advice: string): string => {
  const rows = rest.reduce((sum, cause) => sum + cause.rows.length, 0)
  return `... and ${rows} more, of ${rest.length} other causes: ${advice}`
}

/** One of the reasons of a row; a row that has none of them is its own reason. */
interface Reason {
  readonly row: Row
  /** The place of the row among all rows. */
  readonly at: number
  readonly check?: Check
  readonly issue?: Issue
  /** Equal for rows that can be told together. */
  readonly owner: string
  readonly kind: string
}

const reasonsOf = (row: Row, at: number): ReadonlyArray<Reason> => {
  const { decides, gate, kind, mark, skipped } = row
  const red = row.checks.filter(({ verdict }) => verdict !== "pass")
  // Gates that could not be judged for the same reason are shown together.
  const owner = JSON.stringify([kind, red.length === 0 && row.issues.length > 0 ? null : gate, mark, skipped, decides])
  const all = [
    ...row.issues.map((issue) => ({ issue, key: issueKey(row, issue) })),
    ...red.map((check) => ({ check, key: checkKey(check) }))
  ]
  const seen = new Map<string, number>()
  return (all.length === 0 ? [{ key: "" }] : all).map(({ key, ...about }) => {
    const before = seen.get(key) ?? 0
    seen.set(key, before + 1)
    return { row, at, ...about, owner, kind: `${owner} ${key} ${before}` }
  })
}

/** Messages about a cell name its files, and messages of a gate name the gate; hints do not. */
const issueKey = ({ kind }: Row, { code, hint, message }: Issue): string =>
  JSON.stringify([code, kind === "run" ? reasonKind(message) : hint])

const checkKey = ({ advisory, always, evidence, expected, gate, target, verdict }: Check): string =>
  JSON.stringify([
    numberedTarget(target, gate),
    verdict,
    advisory,
    always,
    expected,
    [...new Set(evidence.findings.map(({ reason }) => reasonKind(reason)))].toSorted()
  ])

/** The reason without the names and numbers that it quotes. */
const reasonKind = (reason: string): string => reason.replace(/"(?:[^"\\]|\\.)*"|\d+(?:\.\d+)?/g, "~")

/** Equal for reasons of a cell that differ in the run only. */
const wholeKey = ({ check, issue, row: { name, run } }: Reason): string =>
  JSON.stringify([run === undefined ? name : null, issue?.message, check && reasonKey(check)])

const causeOf = (all: ReadonlyArray<ReadonlyArray<Reason>>): Cause => {
  const rows = (all[0] ?? []).map(({ row }) => row)
  const [issues, checks] = [new Set(all.map(([first]) => first?.issue)), new Set(all.map(([first]) => first?.check))]
  const example = rows[0]!
  return {
    example: {
      ...example,
      issues: example.issues.filter((issue) => issues.has(issue)),
      checks: example.checks.filter((check) => checks.has(check))
    },
    rows,
    alike: new Map(
      all.flatMap((reasons) => {
        const [first, ...others] = reasons.flatMap(({ check }) => check ?? [])
        return first === undefined ? [] : [[first, [first, ...others]] as const]
      })
    )
  }
}

/** Names of gates that a title has. */
const GATES = 6

/** Rows are named up to a width. */
export const causeTitle = (cause: Cause, columns: number): string => {
  const { gate, mark, run, skipped, title } = cause.example
  const { rows } = cause
  if (rows.length === 1) return title
  const cells = [...new Set(rows.map(({ cell }) => cell))]
  if (gate !== undefined && cells.length < rows.length) return gatesTitle(cause, cells)
  const many = `${rows.length} ${run === undefined ? "cells" : "runs"}: ${listRows(rows, columns)}`
  if (gate !== undefined) return `${gate} [${mark}] ${many}`
  return `${mark}  ${many}${skipped === undefined ? "" : `: ${skipped}`}`
}

/** Several gates of a cell. */
const gatesTitle = ({ example: { mark }, rows }: Cause, cells: ReadonlyArray<string | undefined>): string => {
  const names = [...new Set(rows.map(({ gate }) => gate))]
  const rest = names.length - GATES
  const named = `${names.slice(0, GATES).join(", ")}${rest > 0 ? ` and ${rest} more` : ""}`
  return `${mark}  ${rows.length} gates of ${cells.length === 1 ? cells[0] : `${cells.length} cells`}: ${named}`
}
