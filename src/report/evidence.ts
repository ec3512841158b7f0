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
import { type Line, line } from "./Line.ts"
import { isRed, type Row } from "./sections.ts"
import { shorten } from "./visible.ts"

/** How much is shown at once. */
const limits = { brief: { findings: 5, text: 200 }, verbose: { findings: Infinity, text: 2_000 } } as const
type Limits = (typeof limits)[keyof typeof limits]

export const evidence = (row: Row, verbose: boolean): ReadonlyArray<Line> => {
  const limit = verbose ? limits.verbose : limits.brief
  const checks = verbose ? row.checks : row.checks.filter((check) => check.verdict !== "pass")
  return [
    ...row.issues.flatMap(issueLines),
    ...checks.flatMap((check) => checkLines(check, row.decides, limit)),
    ...(verbose ? otherValues(row, limit) : []),
    ...(isRed(row) && row.command !== undefined ? [line(0, "heading", `again: ${row.command}`)] : [])
  ]
}

/** A value on one line. */
export const word = (value: Json, max: number): string => shorten(stringify(value), max)

const issueLines = ({ advisory, code, hint, message }: Issue): ReadonlyArray<Line> => [
  line(0, advisory ? "plain" : "none", `${code}: ${message}`),
  line(1, "plain", hint)
]

const checkLines = (check: Check, decides: boolean, limit: Limits): ReadonlyArray<Line> => {
  const findings = check.evidence.findings.filter((finding) => !repeats(finding, check))
  const tone = check.verdict === "pass" ? "faint" : decides && !check.advisory ? check.verdict : "none"
  const rest = findings.length - limit.findings
  return [
    line(0, tone, claim(check, limit)),
    ...findings.slice(0, limit.findings).map((finding) => line(1, "plain", place(finding, limit))),
    ...(rest > 0 ? [line(1, "faint", `... and ${rest} more`)] : [])
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
