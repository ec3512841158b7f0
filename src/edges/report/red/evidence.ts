/**
 * The lines that explain a verdict: issues with their hints, and checks with their findings; and the command that reproduces it.
 *
 * Values are printed as JSON and never rounded: 0.49999 is not at least 0.5 and must not look like it.
 */
import { absentText } from "../text/absentText.ts"
import type { Issue } from "../../../base/domain/Issue.ts"
import { numberedTarget } from "../../../base/domain/verdict/numberedTarget.ts"
import type { Check } from "../../../base/domain/verdict/Verdict.ts"
import { type Line, line, wholeLine } from "../text/Line.ts"
import { type Row, isRed } from "../Row.ts"
import { alternatives } from "../../../base/std/alternatives.ts"
import { shorten } from "../../../base/std/shorten.ts"
import { shortJson } from "../text/shortJson.ts"
import { type Cause, ownCause } from "./causes.ts"
import { type FindingLimits, findingLines, more, reasonKey, withoutRun } from "./findingLines.ts"

interface Limits extends FindingLimits {
  /** How many checks and issues are printed. */
  readonly checks: number
}
const all: Limits = { checks: Infinity, findings: Infinity, text: 2_000, each: true }
const some: Limits = { checks: Infinity, findings: 5, text: 200 }
const few: Limits = { checks: 3, findings: 2, text: 200 }

/** Different values that the line of a check shows. */
const VALUES = 3

/** Why a row has its verdict. Verbose: with everything that was checked and found. */
export const evidence = (row: Row, verbose: boolean): ReadonlyArray<Line> =>
  verbose
    ? [...reasons({ example: row, rows: [row], alike: new Map() }, all), ...otherValues(row, all)]
    : causeEvidence(ownCause(row))

/** The reasons that all rows of a cause share. */
export const causeEvidence = (cause: Cause): ReadonlyArray<Line> => reasons(cause, some)

/** The same in a few lines. */
export const briefEvidence = (cause: Cause): ReadonlyArray<Line> => reasons(cause, few)

/** The line with the command that reproduces a red row. */
export const repeatCommand = (row: Row): ReadonlyArray<Line> =>
  isRed(row) && row.command !== undefined ? [wholeLine(0, "heading", `again: ${row.command}`)] : []

const reasons = ({ alike, example }: Cause, limit: Limits): ReadonlyArray<Line> => {
  const { checks, issues } = example
  return [
    ...issues.slice(0, limit.checks).flatMap(issueLines),
    ...more(issues.length - limit.checks, 0),
    ...checks
      .slice(0, limit.checks)
      .map((check) => checkParts(check, alike.get(check) ?? [check], example, limit))
      .flatMap(({ found, head }, at, parts) => [
        head,
        ...(!limit.each && sameLines(found, parts[at + 1]?.found) ? [] : found)
      ]),
    ...more(checks.length - limit.checks, 0)
  ]
}

/** What was found for consecutive checks is printed once, after the last of them. */
const sameLines = (found: ReadonlyArray<Line>, next: ReadonlyArray<Line> | undefined): boolean =>
  found.length === next?.length && found.every(({ text }, at) => text === next[at]?.text)

const issueLines = ({ advisory, code, hint, message }: Issue): ReadonlyArray<Line> => [
  line(0, advisory ? "plain" : "none", `${code}: ${message}`),
  line(1, "plain", hint)
]

interface CheckParts {
  readonly head: Line
  readonly found: ReadonlyArray<Line>
}

const checkParts = (check: Check, alike: ReadonlyArray<Check>, { decides, run }: Row, limit: Limits): CheckParts => {
  const tone = check.verdict === "pass" ? "faint" : decides && !check.advisory ? check.verdict : "none"
  const head = line(0, tone, checkText(check, alike, limit))
  if (alike.length === 1) return { head, found: findingLines(check, limit) }
  // The title of a cause names its runs; what a gate finds in the runs of a cell is not so in other cells.
  const isSame = new Set(alike.map(run === undefined ? wholeFindings : reasonKey)).size === 1
  const found = findingLines(isSame && run !== undefined ? withoutRun(check) : check, limit)
  return { head, found: isSame ? found : found.map((one, at) => (at === 0 ? asExample(one) : one)) }
}

const wholeFindings = ({ evidence: { findings } }: Check): string => JSON.stringify(findings)

const asExample = (one: Line): Line => ({ ...one, text: `for example ${one.text}` })

/** The word "expected" is used for a check that does not pass. */
const checkText = (
  { advisory, always, expected, gate, target, verdict }: Check,
  alike: ReadonlyArray<Check>,
  limit: Limits
): string => {
  const expectation = `${shorten(expected, limit.text)}${always === true ? " in every run" : ""}`
  const ending = {
    pass: ` (${expectation})`,
    fail: `, expected ${expectation}`,
    none: `, expected ${expectation}: no verdict`
  }
  return `${advisory ? "advisory: " : ""}${numberedTarget(target, gate)} is ${valuesText(alike, limit)}${ending[verdict]}`
}

/** The value, or the different values that rows of one cause have. */
const valuesText = (alike: ReadonlyArray<Check>, limit: Limits): string => {
  const texts = [...new Set(alike.map((check) => absentText(check) ?? shortJson(check.actual, limit.text)))]
  const rest = texts.length - VALUES
  return alternatives(
    rest > 0 ? [...texts.slice(0, VALUES), `${rest} other ${rest === 1 ? "value" : "values"}`] : texts
  )
}

/** The reported values that no check looks at. A report has null for a value that is absent. */
const otherValues = ({ checks, report }: Row, limit: Limits): ReadonlyArray<Line> => {
  const shown = new Set(
    checks.map(({ gate, target }) => {
      const name = numberedTarget(target, gate)
      return name in report ? name : target
    })
  )
  return Object.keys(report)
    .toSorted()
    .filter((target) => !shown.has(target))
    .map((target) => {
      const value = report[target] ?? null
      return line(0, "faint", `${target} is ${value === null ? "absent" : shortJson(value, limit.text)}`)
    })
}
