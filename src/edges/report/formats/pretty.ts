/**
 * For a person at a terminal: red rows first with their evidence, then a row per run and a line per gate across runs.
 *
 * A reason is printed once, with the rows that it holds of. In a suite with many rows, green runs are counted.
 */
import type { Check, Report } from "../../../base/domain/verdict/Verdict.ts"
import { caseLines } from "../cases/caseLines.ts"
import { coverageLines } from "../coverage/coverageText.ts"
import { type Cause, causes, ownCause } from "../red/causes.ts"
import { commandLines } from "../red/gateLocations.ts"
import { causeEvidence, evidence } from "../red/evidence.ts"
import { BELOW, explained, longSection } from "../red/longSection.ts"
import { faultTables } from "../red/faultTable.ts"
import { besideCosts, costLines, totalCost } from "../text/costText.ts"
import { type Line, indent, line, print } from "../text/Line.ts"
import type { RenderOptions, Reporter } from "../Reporter.ts"
import { curveLines, titleLine } from "../text/rowLines.ts"
import { type Row, type Section, isRed } from "../Row.ts"
import { sections } from "../sections.ts"
import { reasonKey } from "../red/findingLines.ts"
import { traceLines } from "../red/traceLines.ts"
import { totals, verdictOf } from "../text/totals.ts"

export const pretty: Reporter = {
  name: "pretty",
  forPeople: true,
  showsTraces: true,
  render: function* (report, options) {
    const { others, red } = redFirst(sections(report, options.verbose ? Infinity : MANY_RUNS), ({ rows }) =>
      rows.some(isRed)
    )
    for (const section of [...red, ...others]) yield* printed(sectionLines(section, options), options)
    yield* printed(endLines(report, options), options)
  }
}

function* printed(lines: Iterable<Line>, { color, width }: RenderOptions): Iterable<string> {
  for (const each of lines) yield `${print(each, color, width)}\n`
}

/** With more runs in a cell, or more rows in a suite, rows are grouped by cause. */
const MANY_RUNS = 12
const MANY_ROWS = 40

/** As many rows with the same kind of reason are printed together. */
const ALIKE = 3

/** Tools with something that no run reaches, without --verbose. */
const MANY_TOOLS = 20

const sectionLines = (section: Section, options: RenderOptions): ReadonlyArray<Line> => {
  const { cells, file, name } = section
  const rows = section.rows.filter((row) => options.verbose || row.kind !== "echo")
  const { others: notRed, red } = redFirst(rows, isRed)
  const others = options.quiet ? notRed.filter((row) => row.mark === "SKIP") : notRed
  if (options.quiet && red.length + others.length === 0) return []
  const isLong = rows.length > MANY_ROWS || cells.some((cell) => cell.runs.length > MANY_RUNS)
  const showsTrace = options.verbose ? tracesToShow(section, MANY_RUNS) : () => false
  const each = (shown: ReadonlyArray<Row>) =>
    options.verbose ? verboseLines(shown, showsTrace) : explainedLines(told(withoutEchoes(shown)), options.width)
  return [
    line(0, "heading", file === undefined ? name : `${name}  ${file}`),
    ...(isLong ? longSection({ cells, red, others }, options, each) : each([...red, ...others])),
    ...(options.quiet || cells.every(({ matrix }) => matrix === undefined) ? [] : faultTables(cells)),
    ...(options.quiet ? [] : caseLines(section, options.width)),
    ...(options.verbose ? costLines(cells) : []),
    line(0, "plain", "")
  ]
}

/** A gate does not repeat what the row of a run says. */
const withoutEchoes = (rows: ReadonlyArray<Row>): ReadonlyArray<Row> => {
  const keyOf = ({ cell }: Row, check: Check): string => JSON.stringify([cell, reasonKey(check)])
  const said = new Set(rows.flatMap((row) => (row.kind === "run" ? row.checks.map((one) => keyOf(row, one)) : [])))
  return rows.map((row) =>
    row.kind === "gate" ? { ...row, checks: row.checks.filter((one) => !said.has(keyOf(row, one))) } : row
  )
}

/** Rows that say the same are printed together, at the place of the first. */
const told = (rows: ReadonlyArray<Row>): ReadonlyArray<Cause> => {
  const place = new Map(rows.map((row, at) => [row, at]))
  const placeOf = ({ rows: [first] }: Cause): number => place.get(first!) ?? 0
  return [
    ...causes(
      rows.filter((row) => !isPlain(row)),
      ALIKE
    ),
    ...rows.filter(isPlain).map(ownCause)
  ].toSorted((a, b) => placeOf(a) - placeOf(b))
}

const explainedLines = (all: ReadonlyArray<Cause>, width: number): ReadonlyArray<Line> => {
  const commands = commandLines(all.map(({ example }) => example))
  return all.flatMap((cause, at) => explained(cause, [...causeEvidence(cause), ...(commands[at] ?? [])], width))
}

const verboseLines = (rows: ReadonlyArray<Row>, showsTrace: (row: Row) => boolean): ReadonlyArray<Line> => {
  const commands = commandLines(rows)
  return rows.flatMap((row, at) => [
    titleLine(row),
    ...indent([...curveLines(row), ...evidence(row, true), ...(commands[at] ?? [])], BELOW),
    ...(showsTrace(row) && row.trace !== undefined ? indent(traceLines(row.trace), BELOW) : [])
  ])
}

/** Whether the title says everything about the row. */
const isPlain = ({ checks, issues, mark }: Row): boolean =>
  mark === "PASS" && issues.length === 0 && checks.every((check) => check.verdict === "pass")

/** Both lists keep their order. */
const redFirst = <A>(items: ReadonlyArray<A>, isItRed: (item: A) => boolean) => ({
  red: items.filter(isItRed),
  others: items.filter((item) => !isItRed(item))
})

const endLines = (report: Report, { quiet, verbose }: RenderOptions): ReadonlyArray<Line> => {
  const verdict = line(0, report.verdict, verdictOf(report))
  const isGreen = report.coverage?.verdict === undefined || report.coverage.verdict === "pass"
  const coverage = quiet && isGreen ? [] : coverageLines(report, verbose ? Infinity : MANY_TOOLS)
  const cost =
    report.cost === undefined
      ? []
      : [totalCost(report.cost), ...besideCosts(report.cost)].map((one) => line(0, "plain", one))
  return quiet ? [...coverage, verdict] : [...coverage, line(0, "plain", totals(report)), ...cost, verdict]
}

/**
 * Selects the rows whose trace verbose output shows: the runs that red rows are about. A cell of at most `few` runs that no red
 * row is about shows all of its traces.
 */
export const tracesToShow = ({ cells, rows }: Section, few: number): ((row: Row) => boolean) => {
  const red = rows.filter(isRed)
  const blamed = new Map(cells.map(({ name }) => [name, new Set<number>()]))
  for (const { cell = "", checks, run } of red) {
    if (run !== undefined) blamed.get(cell)?.add(run)
    for (const check of checks) {
      if (check.verdict === "pass") continue
      for (const finding of check.evidence.findings) if (finding.run !== undefined) blamed.get(cell)?.add(finding.run)
    }
  }
  const whole = new Set(
    cells.filter(({ name, runs }) => blamed.get(name)?.size === 0 && runs.length <= few).map(({ name }) => name)
  )
  return ({ cell = "", run }) => run !== undefined && (whole.has(cell) || blamed.get(cell)?.has(run) === true)
}
