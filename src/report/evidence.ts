/**
 * Why a row has its verdict: its issues with the way out, its checks with where to look, and the command that shows it
 * again.
 *
 * Values are printed as JSON has them, never rounded: 0.49999 is not at least 0.5 and must not look like it.
 */
import stringify from "fast-json-stable-stringify"
import type { Issue } from "../domain/Issue.ts"
import type { Json } from "../domain/Json.ts"
import type { Check, Finding, Verdict } from "../domain/Verdict.ts"
import { type Line, line, wholeLine } from "./Line.ts"
import { isRed, type Row } from "./sections.ts"
import { shorten } from "./visible.ts"

/** How much is shown at once. */
interface Limits {
  readonly checks: number
  readonly findings: number
  readonly text: number
}
const brief: Limits = { checks: Infinity, findings: 5, text: 200 }
const all: Limits = { checks: Infinity, findings: Infinity, text: 2_000 }

export const evidence = (row: Row, verbose: boolean): ReadonlyArray<Line> => {
  const limit = verbose ? all : brief
  return [
    ...reasons(row, verbose ? row.checks : notPassed(row), limit),
    ...(verbose ? otherValues(row, limit) : []),
    ...again(row)
  ]
}

/** Why, on a few lines, for a row that stands for many. */
export const glance = (row: Row): ReadonlyArray<Line> =>
  reasons(row, notPassed(row), { checks: 3, findings: 2, text: 200 })

const notPassed = (row: Row): ReadonlyArray<Check> => row.checks.filter((check) => check.verdict !== "pass")

const reasons = (row: Row, checks: ReadonlyArray<Check>, limit: Limits): ReadonlyArray<Line> => [
  ...row.issues.slice(0, limit.checks).flatMap(issueLines),
  ...more(row.issues.length - limit.checks, 0),
  ...checks.slice(0, limit.checks).flatMap((check) => checkLines(check, row.decides, limit)),
  ...more(checks.length - limit.checks, 0)
]

/** The command that shows a red row again. */
export const again = (row: Row): ReadonlyArray<Line> =>
  isRed(row) && row.command !== undefined ? [wholeLine(0, "heading", `again: ${row.command}`)] : []

const more = (rest: number, depth: number): ReadonlyArray<Line> =>
  rest > 0 ? [line(depth, "faint", `... and ${rest} more`)] : []

/** A value on one line. */
export const word = (value: Json, max: number): string => shorten(stringify(value), max)

const issueLines = ({ advisory, code, hint, message }: Issue): ReadonlyArray<Line> => [
  line(0, advisory ? "plain" : "none", `${code}: ${message}`),
  line(1, "plain", hint)
]

const checkLines = (check: Check, decides: boolean, limit: Limits): ReadonlyArray<Line> => {
  const findings = check.evidence.findings.filter((finding) => !repeats(finding, check))
  const tone = check.verdict === "pass" ? "faint" : decides && !check.advisory ? check.verdict : "none"
  return [
    line(0, tone, claim(check, limit)),
    ...findings.slice(0, limit.findings).map((finding) => line(1, "plain", place(finding, limit))),
    ...more(findings.length - limit.findings, 1)
  ]
}

/** A finding that only says what the check itself says. */
const repeats = ({ actual, path, reason }: Finding, check: Check): boolean =>
  path === check.target && reason.startsWith("expected ") && stringify(actual) === stringify(check.actual)

/** Only what does not hold is said to have been expected. */
const claim = (
  { actual, advisory, evidence: { findings }, expected, target, verdict }: Check,
  limit: Limits
): string => {
  const value = actual === null ? nothing(verdict, findings) : word(actual, limit.text)
  const claimed = shorten(expected, limit.text)
  const ending = { pass: ` (${claimed})`, fail: `, expected ${claimed}`, none: `, expected ${claimed}: no verdict` }
  return `${advisory ? "advisory: " : ""}${target} is ${value}${ending[verdict]}`
}

/** Null is a value like any other where a finding shows it. */
const nothing = (verdict: Verdict, findings: ReadonlyArray<Finding>): string => {
  if (verdict === "none") return "undefined"
  return findings.length > 0 && findings.every((finding) => finding.actual === undefined) ? "absent" : "null"
}

const place = (finding: Finding, limit: Limits): string => {
  const { actual, call_id, expected, path, run } = finding
  const where = [run && `run #${run}`, call_id && `call ${call_id}`, path].filter(Boolean).join(", ")
  const values = [
    ...(expected === undefined ? [] : [["expected", expected] as const]),
    ...(actual === undefined ? [] : [["actual", actual] as const])
  ]
    .filter(([, value]) => !finding.reason.includes(typeof value === "string" ? value : stringify(value)))
    .map(([side, value]) => `${side} ${word(value, limit.text)}`)
    .join(", ")
  const reason = shorten(finding.reason, limit.text)
  return `${where && `${where}: `}${reason}${values && ` (${values})`}`
}

/** The numbers that nothing was expected of. */
const otherValues = ({ checks, report }: Row, limit: Limits): ReadonlyArray<Line> =>
  Object.keys(report)
    .toSorted()
    .filter((target) => !checks.some((check) => check.target === target))
    .map((target) => line(0, "faint", `${target} is ${word(report[target] ?? null, limit.text)}`))
