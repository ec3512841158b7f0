/**
 * A summary in Markdown, for a comment on a pull request or the summary of a job: causes of red rows first, then a table of
 * cells. It fits into a comment; causes and cells that do not fit are counted.
 *
 * Untrusted text is always code, in which GitHub reads no markup, no mention and no link.
 */
import type { CellVerdict, Report, ReportCost } from "../../../base/domain/verdict/Verdict.ts"
import { baselineMarkdown } from "./baselineMarkdown.ts"
import { coverageText, unreached } from "../coverage/coverageText.ts"
import { type Cause, redCauses } from "../red/causes.ts"
import { commandLines, failedGateLocations } from "../red/gateLocations.ts"
import { briefEvidence } from "../red/evidence.ts"
import { type Line, print } from "../text/Line.ts"
import { listRows } from "../text/listRows.ts"
import { passHatText } from "../text/bars.ts"
import { code, fenced, lengthOf, tableRow, upTo } from "../text/markdownCode.ts"
import type { Reporter } from "../Reporter.ts"
import { type Section, adviceText, isAdvice, marks } from "../Row.ts"
import { sections } from "../sections.ts"
import { totals, verdictOf } from "../text/totals.ts"
import { besideCosts, cellCost, totalCost } from "../text/costText.ts"
import { distinct } from "../text/distinct.ts"
import { escapeLine } from "../../../base/std/escape.ts"
import { shorten } from "../../../base/std/shorten.ts"
import { type CaseView, caseViews, cellText, shortNames } from "../cases/CaseView.ts"
import { columnText, redText } from "../cases/columnLines.ts"

/** The longest comment that GitHub accepts, and the parts of it reserved for the table and for the closing counts. */
const LIMIT = 65_536
const TABLE = 16_384
const ENDING = 256
const COVERAGE = 8_192
const BASELINE = 8_192
/** What advisory gates may take of the table's room. */
const ADVICE = 4_096
/** Code points of a line of evidence, so that one cause leaves room for others. */
const LONGEST_LINE = 400

export const markdown: Reporter = {
  name: "markdown",
  showsBaseline: true,
  render: function* (report, { baseline }) {
    const head = `### passhat: ${verdictOf(report)}\n\n${totals(report)}\n${report.cost === undefined ? "" : `\n${costMarkdown(report.cost)}\n`}`
    yield head
    const suites = sections(report)
    const red = suites.flatMap(({ rows }) => redCauses(rows))
    const since = baselineMarkdown(report, baseline, BASELINE)
    yield since
    const coverage = coverageBlock(report)
    const taken = head.length + since.length + coverage.length
    const shown = upTo(LIMIT - TABLE - taken, causeBlocks(red))
    yield* shown
    if (shown.length < red.length) yield `\n${red.length - shown.length} more causes do not fit here.\n`
    yield coverage
    const room = LIMIT - ENDING - taken - lengthOf(shown)
    const cases = caseMarkdown(suites, room)
    yield* cases
    const advice = adviceList(suites, Math.min(ADVICE, room - lengthOf(cases)))
    yield* table(report, room - lengthOf(cases) - lengthOf(advice))
    yield* advice
  }
}

/** Empty for a report without coverage. */
const coverageBlock = ({ coverage }: Report): string => {
  if (coverage === undefined) return ""
  const all = unreached(coverage).map((text) => escapeLine(shorten(text, LONGEST_LINE)))
  const lines = upTo(COVERAGE, all)
  const rest = all.length - lines.length
  const block = lines.length === 0 ? "" : `\n${fenced(lines)}\n`
  const note = rest === 0 ? "" : `\n${rest} more tools do not fit here.\n`
  return `\n#### Coverage\n\n${coverageText(coverage)}\n${block}${note}`
}

/** A command is printed with the first of the causes that it reproduces: the last may not fit. */
const causeBlocks = (red: ReadonlyArray<Cause>): ReadonlyArray<string> => {
  const commands = commandLines(red.map(({ example }) => example).toReversed()).toReversed()
  return red.map((cause, at) => causeBlock(cause, commands[at] ?? []))
}

const causeBlock = (cause: Cause, command: ReadonlyArray<Line>): string => {
  const { example, rows } = cause
  const places = [...new Set(failedGateLocations(example).map(({ file, line }) => `${shorten(file, 200)}:${line}`))]
  const details = [
    ...(rows.length > 1 ? [`${rows.length} times: ${code(listRows(rows, 80))}`] : []),
    ...(places.length > 0 ? [`at ${places.map(code).join(", ")}`] : [])
  ]
  return [
    `\n#### ${code(shorten(example.title, 200))}\n`,
    ...(details.length > 0 ? [`\n${details.join(", ")}\n`] : []),
    `\n${fenced([...briefEvidence(cause), ...command].map(printed))}\n`
  ].join("")
}

/** What decides nothing comes last. */
const adviceList = (suites: ReadonlyArray<Section>, room: number): ReadonlyArray<string> => {
  const all = suites
    .flatMap(({ rows }) => rows.filter(isAdvice))
    .map((row) => `- ${code(shorten(adviceText(row), 300))}\n`)
  const head = "\nAdvisory, without a say in any verdict:\n\n"
  const shown = upTo(room - head.length - ENDING, all)
  const rest = all.length - shown.length
  return all.length === 0 ? [] : [head, ...shown, ...(rest > 0 ? [`- ${rest} more do not fit here\n`] : [])]
}

const printed = (line: Line): string => print({ ...line, text: shorten(line.text, LONGEST_LINE) }, false)

/** Cells that are not green come first. Cells of cases have tables of their own. */
function* table({ cost, suites }: Report, room: number): Iterable<string> {
  const cells = suites
    .flatMap(({ cells: its, suite }) => its.map((cell) => ({ suite, cell })))
    .filter(({ cell }) => cell.case === undefined)
  const sorted = cells.toSorted((a, b) => Number(isGreen(a.cell)) - Number(isGreen(b.cell)))
  const columns = ["", "suite", "cell", "runs passed", "unbiased pass^k", ...(cost === undefined ? [] : ["cost"])]
  const head = `\n${tableRow(columns)}${tableRow(columns.map(() => "---"))}`
  const names = distinct(
    sorted.map(({ cell }) => cell.name),
    (name) => shorten(name, 80)
  )
  const rows = upTo(
    room - head.length,
    sorted.map(({ cell, suite }, at) => cellRow(suite, cell, names[at] ?? cell.name, cost !== undefined))
  )
  if (rows.length > 0) yield head
  yield* rows
  const rest = sorted.slice(rows.length)
  const red = rest.filter(({ cell }) => !isGreen(cell)).length
  if (rest.length > 0) yield `\n${rest.length} more cells do not fit here${red > 0 ? `, ${red} of them red` : ""}.\n`
}

const cellRow = (suite: string, cell: CellVerdict, name: string, hasCost: boolean): string =>
  tableRow([
    cell.skipped === undefined ? marks[cell.verdict] : "SKIP",
    code(shorten(suite, 60)),
    code(name),
    `${cell.runs.filter(({ verdict }) => verdict === "pass").length} of ${cell.runs.length}${stoppedText(cell)}`,
    passHatText(cell) ?? "",
    ...(hasCost ? [cellCost(cell)] : [])
  ])

/** Names of models are untrusted. */
const costMarkdown = ({ beside = [], ...cost }: ReportCost): string => {
  const named = <A extends { readonly model: string }>(one: A): A => ({ ...one, model: code(shorten(one.model, 80)) })
  return [totalCost({ ...cost, models: cost.models.map(named) }), ...besideCosts({ beside: beside.map(named) })].join(
    "\n\n"
  )
}

const stoppedText = ({ stopped }: CellVerdict): string =>
  stopped === undefined ? "" : `, stopped after ${stopped.after} of ${stopped.of} runs: decided`

const isGreen = ({ skipped, verdict }: CellVerdict): boolean => verdict === "pass" || skipped !== undefined

/** Code points of a name, red names of a column, and characters for the count of rows that do not fit. */
const LONGEST_NAME = 80
const MOST_RED = 8
const NOTE = 80

/** Texts that take no more than `room` characters together. */
export const caseMarkdown = (suites: ReadonlyArray<Section>, room: number): ReadonlyArray<string> => {
  const texts: Array<string> = []
  for (const view of suites.flatMap(caseViews)) texts.push(...tableTexts(view, room - lengthOf(texts)))
  return texts
}

const tableTexts = (view: CaseView, room: number): ReadonlyArray<string> => {
  const head = headOf(view)
  const names = shortNames(view, (name) => shorten(name, LONGEST_NAME))
  const counts = totalTexts(view, names)
  const rows = upTo(room - NOTE - head.length - lengthOf(counts), rowTexts(view, names))
  const rest = view.rows.slice(rows.length)
  const red = rest.filter(({ isRed }) => isRed).length
  const note = rest.length === 0 ? "" : `\n${rest.length} more cases do not fit here, ${red} of them red.\n`
  return upTo(room, [head, ...rows, note, ...counts])
}

const headOf = ({ columns, table: name }: CaseView): string => {
  const models = short(columns.map(({ model }) => model)).map(code)
  return `\n#### ${code(shorten(name, LONGEST_NAME))}\n\n${tableRow(["case", ...models])}${tableRow(["---", ...models.map(() => "---")])}`
}

const rowTexts = ({ rows }: CaseView, names: ReadonlyMap<string, string>): ReadonlyArray<string> =>
  rows.map(({ cells, name }) => tableRow([code(names.get(name) ?? name), ...cells.map(cellText)]))

const totalTexts = ({ columns }: CaseView, names: ReadonlyMap<string, string>): ReadonlyArray<string> => {
  const models = short(columns.map(({ model }) => model))
  return columns.map((column, at) => {
    const red = redText(column, MOST_RED, names)
    return `${at === 0 ? "\n" : ""}- ${code(models[at] ?? "")}: ${columnText(column)}${red === undefined ? "" : `; red: ${code(red)}`}\n`
  })
}

const short = (names: ReadonlyArray<string>): ReadonlyArray<string> =>
  distinct(names, (name) => shorten(name, LONGEST_NAME))
