/**
 * What is different from a baseline, in Markdown: cells that turned red or green first, then the numbers of every cell that differs.
 */
import type { CellComparison, ComparisonVerdict } from "../../../base/domain/verdict/Comparison.ts"
import type { Report, Verdict } from "../../../base/domain/verdict/Verdict.ts"
import { shorten } from "../../../base/std/shorten.ts"
import { type Delta, type Measures, compareWith } from "../deltas.ts"
import { endText } from "../comparison/endText.ts"
import { marks } from "../Row.ts"
import { distinct } from "../text/distinct.ts"
import { code, tableRow, upTo } from "../text/markdownCode.ts"
import type { Baseline } from "../Reporter.ts"

/** How many cells a line names. */
const NAMED = 20

interface Change {
  readonly name: string
  readonly delta: Delta
  readonly compared: CellComparison | undefined
}

/** Fits into the room. Empty without a baseline. */
export const baselineMarkdown = (report: Report, baseline: Baseline | undefined, room: number): string => {
  if (baseline === undefined) return ""
  const { deltas, gone } = compareWith(baseline, report)
  const compared = new Map(baseline.comparison.cells.map((cell) => [cell.id, cell]))
  const changes = report.suites
    .flatMap(({ cells, suite }) => cells.map((cell) => ({ ...cell, name: `${suite} > ${cell.name}` })))
    .flatMap(({ id, name }): ReadonlyArray<Change> => {
      const delta = deltas.get(id)
      return delta === undefined || delta.differences.length === 0 ? [] : [{ name, delta, compared: compared.get(id) }]
    })
  const turned = (was: (verdict: Verdict) => boolean, is: (verdict: Verdict) => boolean): ReadonlyArray<string> =>
    changes.filter(({ delta }) => delta.before && was(delta.before.verdict) && is(delta.after.verdict)).map(nameOf)
  const lines = [
    named("Newly red", turned(isGreen, isRed)),
    named("Fixed", turned(isRed, isGreen)),
    named("New", changes.filter(({ delta }) => delta.before === undefined).map(nameOf)),
    named("Only in the baseline", gone)
  ].join("")
  const head = `\n#### Since ${code(shorten(baseline.name, 200))}\n\n${changes.length === 0 ? "No cell is different.\n" : lines}`
  return `${head}${tableOf(changes, room - head.length)}`
}

const isGreen = (verdict: Verdict): boolean => verdict === "pass"
const isRed = (verdict: Verdict): boolean => verdict !== "pass"

const nameOf = ({ name }: Change): string => name

const named = (what: string, names: ReadonlyArray<string>): string => {
  if (names.length === 0) return ""
  const rest = names.length - NAMED
  const shown = distinct(names.slice(0, NAMED), (name) => shorten(name, 80)).map(code)
  return `- ${what}: ${shown.join(", ")}${rest > 0 ? ` and ${rest} more` : ""}\n`
}

const tableOf = (changes: ReadonlyArray<Change>, room: number): string => {
  const both = changes.filter(({ delta }) => delta.before !== undefined)
  if (both.length === 0) return ""
  const titles = ["cell", "was", "is", "pass rate, interval", "runs show", "tokens", "calls"]
  const head = `\n${tableRow(titles)}${tableRow(titles.map(() => "---"))}`
  const rows = upTo(room - head.length - 80, both.map(changeRow))
  const rest = both.length - rows.length
  return `${head}${rows.join("")}${rest > 0 ? `\n${rest} more cells that differ do not fit here.\n` : ""}`
}

const changeRow = ({ compared, delta: { after, before, shows }, name }: Change): string =>
  tableRow([
    code(shorten(name, 80)),
    before === undefined ? "" : verdictText(before),
    verdictText(after),
    differenceText(compared),
    shownText(shows, compared),
    change(before?.tokens, after.tokens),
    change(before?.calls, after.calls)
  ])

const verdictText = ({ passes, runs, verdict }: Measures): string => `${marks[verdict]} ${passes} of ${runs}`

const shownText = (shows: ComparisonVerdict | undefined, compared: CellComparison | undefined): string => {
  const reason = compared?.obstacles[0]?.reason
  const shown = shows === "not comparable" && reason !== undefined ? code(shorten(reason, 120)) : (shows ?? "")
  return compared?.behaviour?.differs === true && compared.because !== "behaviour"
    ? `${shown}, behaves differently`
    : shown
}

/** In percentage points. Empty if the outcomes could not be compared. */
const differenceText = (compared: CellComparison | undefined): string => {
  const difference = compared?.outcomes?.difference
  return difference === undefined
    ? ""
    : `${points(difference.value)} (${end(difference.low)} to ${end(difference.high)})`
}

const points = (share: number): string => {
  const rounded = Math.round(share * 100)
  return `${rounded > 0 ? "+" : ""}${rounded === 0 ? 0 : rounded}`
}

const end = (share: number): string => endText(share, points)

/** Medians. */
const change = (before: number | undefined, after: number | undefined): string =>
  before === undefined || after === undefined ? "" : before === after ? `${after}` : `${before} to ${after}`
