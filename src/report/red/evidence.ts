/**
 * The lines that explain a row's verdict: its issues with their hints, its checks with their findings, and the command that
 * reproduces it.
 *
 * Values are printed as JSON and never rounded: 0.49999 is not at least 0.5 and must not look like it.
 */
import stringify from "fast-json-stable-stringify"
import type { Issue } from "../../domain/Issue.ts"
import type { Check, Finding, Verdict } from "../../domain/Verdict.ts"
import { type Line, line, wholeLine } from "../text/Line.ts"
import { isRed, type Row } from "../Row.ts"
import { shorten } from "../../std/shorten.ts"
import { shortJson } from "../text/shortJson.ts"

/** How many checks and findings, and how many code points of a value, are printed. */
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
    ...repeatCommand(row)
  ]
}

/** The reasons in a few lines, for the example row of a cause. */
export const briefEvidence = (row: Row): ReadonlyArray<Line> =>
  reasons(row, notPassed(row), { checks: 3, findings: 2, text: 200 })

const notPassed = (row: Row): ReadonlyArray<Check> => row.checks.filter((check) => check.verdict !== "pass")

const reasons = (row: Row, checks: ReadonlyArray<Check>, limit: Limits): ReadonlyArray<Line> => [
  ...row.issues.slice(0, limit.checks).flatMap(issueLines),
  ...more(row.issues.length - limit.checks, 0),
  ...checks.slice(0, limit.checks).flatMap((check) => checkLines(check, row.decides, limit)),
  ...more(checks.length - limit.checks, 0)
]

/** The line with the command that reproduces a red row. */
export const repeatCommand = (row: Row): ReadonlyArray<Line> =>
  isRed(row) && row.command !== undefined ? [wholeLine(0, "heading", `again: ${row.command}`)] : []

const more = (rest: number, depth: number): ReadonlyArray<Line> =>
  rest > 0 ? [line(depth, "faint", `... and ${rest} more`)] : []

const issueLines = ({ advisory, code, hint, message }: Issue): ReadonlyArray<Line> => [
  line(0, advisory ? "plain" : "none", `${code}: ${message}`),
  line(1, "plain", hint)
]

const checkLines = (check: Check, decides: boolean, limit: Limits): ReadonlyArray<Line> => {
  const findings = check.evidence.findings.filter((finding) => !repeatsCheck(finding, check))
  const tone = check.verdict === "pass" ? "faint" : decides && !check.advisory ? check.verdict : "none"
  return [
    line(0, tone, checkText(check, limit)),
    ...findings.slice(0, limit.findings).map((finding) => line(1, "plain", findingText(finding, limit))),
    ...more(findings.length - limit.findings, 1)
  ]
}

/** Whether a finding says no more than its check. */
const repeatsCheck = ({ actual, path, reason }: Finding, check: Check): boolean =>
  path === check.target && reason.startsWith("expected ") && stringify(actual) === stringify(check.actual)

/** The word "expected" is used for a check that does not pass. */
const checkText = (
  { actual, advisory, always, evidence: { findings }, expected, target, verdict }: Check,
  limit: Limits
): string => {
  const value = actual === null ? nullText(verdict, findings) : shortJson(actual, limit.text)
  const expectation = `${shorten(expected, limit.text)}${always === true ? " in every run" : ""}`
  const ending = {
    pass: ` (${expectation})`,
    fail: `, expected ${expectation}`,
    none: `, expected ${expectation}: no verdict`
  }
  return `${advisory ? "advisory: " : ""}${target} is ${value}${ending[verdict]}`
}

/** Checks report an undefined or absent value as null; the verdict and the findings tell which it is. */
const nullText = (verdict: Verdict, findings: ReadonlyArray<Finding>): string => {
  if (verdict === "none") return "undefined"
  return findings.length > 0 && findings.every((finding) => finding.actual === undefined) ? "absent" : "null"
}

const findingText = (finding: Finding, limit: Limits): string => {
  const { actual, call_id, expected, path, run } = finding
  const where = [run && `run #${run}`, call_id && `call ${call_id}`, path].filter(Boolean).join(", ")
  const values = [
    ...(expected === undefined ? [] : [["expected", expected] as const]),
    ...(actual === undefined ? [] : [["actual", actual] as const])
  ]
    .filter(([, value]) => !finding.reason.includes(typeof value === "string" ? value : stringify(value)))
    .map(([side, value]) => `${side} ${shortJson(value, limit.text)}`)
    .join(", ")
  const reason = shorten(finding.reason, limit.text)
  return `${where && `${where}: `}${reason}${values && ` (${values})`}`
}

/** The reported values that no check looks at. */
const otherValues = ({ checks, report }: Row, limit: Limits): ReadonlyArray<Line> =>
  Object.keys(report)
    .toSorted()
    .filter((target) => !checks.some((check) => check.target === target))
    .map((target) => line(0, "faint", `${target} is ${shortJson(report[target] ?? null, limit.text)}`))
