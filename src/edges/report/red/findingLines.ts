/**
 * What was found for a check, a line each. The same finding of several runs is one line that names them.
 */
import stringify from "fast-json-stable-stringify"
import type { Check, Finding } from "../../../base/domain/verdict/Verdict.ts"
import { groupBy } from "../../../base/std/groupBy.ts"
import { shorten } from "../../../base/std/shorten.ts"
import { type Line, line } from "../text/Line.ts"
import { listRuns } from "../text/listRuns.ts"
import { shortJson } from "../text/shortJson.ts"
import { numberedTarget } from "../../../base/domain/verdict/numberedTarget.ts"

/** How many findings, and how many code points of a value, are printed. */
export interface FindingLimits {
  readonly findings: number
  readonly text: number
  /** Prints a finding of several runs for each of them. */
  readonly each?: true
}

/** Ids of calls that a line names. */
const CALLS = 3

export const findingLines = (check: Check, limit: FindingLimits): ReadonlyArray<Line> => {
  const findings = check.evidence.findings.filter((finding) => !repeatsCheck(finding, check))
  const told = limit.each ? findings.map((finding) => [finding]) : [...groupBy(findings, findingKey).values()]
  return [
    ...told.slice(0, limit.findings).map((same) => line(1, "plain", findingText(same, limit))),
    ...more(told.slice(limit.findings).flat().length, 1)
  ]
}

export const more = (rest: number, depth: number): ReadonlyArray<Line> =>
  rest > 0 ? [line(depth, "faint", `... and ${rest} more`)] : []

/** Whether a finding says no more than its check. */
const repeatsCheck = ({ actual, path, reason }: Finding, check: Check): boolean =>
  path === check.target && reason.startsWith("expected ") && stringify(actual) === stringify(check.actual)

/** The same finding in one run or several. */
const findingText = (same: ReadonlyArray<Finding>, limit: FindingLimits): string => {
  const finding = same[0]!
  const { actual, expected, path } = finding
  const runs = distinct(same.flatMap(({ run }) => run ?? [])).toSorted((a, b) => a - b)
  const calls = runs.length > 1 ? [] : distinct(same.flatMap(({ call_id }) => call_id ?? []))
  const where = [runs.length > 0 && listRuns(runs), calls.length > 0 && callsText(calls), path]
    .filter(Boolean)
    .join(", ")
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

const callsText = (calls: ReadonlyArray<string>): string => {
  const rest = calls.length - CALLS
  return `${calls.length === 1 ? "call" : "calls"} ${calls.slice(0, CALLS).join(", ")}${rest > 0 ? ` and ${rest} more` : ""}`
}

const distinct = <A>(items: ReadonlyArray<A>): ReadonlyArray<A> => [...new Set(items)]

/** What is said of a value. */
export const claimKey = ({ actual, expected, gate, target, verdict }: Check): string =>
  JSON.stringify([numberedTarget(target, gate), verdict, expected, actual])

/** What is said of a value, and why. */
export const reasonKey = (check: Check): string =>
  `${claimKey(check)} ${JSON.stringify(check.evidence.findings.map(findingKey))}`

const findingKey = ({ actual, expected, path, reason }: Finding): string =>
  JSON.stringify([path, reason, expected, actual])

/** Of several runs: its findings name no single run and no single call. */
export const withoutRun = (check: Check): Check => ({
  ...check,
  evidence: { findings: check.evidence.findings.map(({ call_id: _, run: __, ...one }) => one) }
})
