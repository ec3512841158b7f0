/**
 * For a person at a terminal: red rows first with their evidence, then a row per run and a line per gate across runs.
 *
 * In a suite with many rows, rows of one cause share an entry, and green runs are counted.
 */
import type { Report } from "../../domain/Verdict.ts"
import { caseLines } from "../cases/caseLines.ts"
import { coverageLines } from "../coverage/coverageLines.ts"
import { evidence } from "../red/evidence.ts"
import { faultTables } from "../red/faultTable.ts"
import { besideCosts, costLines, totalCost } from "../text/costText.ts"
import { indent, type Line, line, print } from "../text/Line.ts"
import { longSection } from "../red/longSection.ts"
import type { Reporter, RenderOptions } from "../Reporter.ts"
import { curveLines, titleLine } from "../text/rowLines.ts"
import { isRed, type Row, type Section } from "../Row.ts"
import { sections } from "../sections.ts"
import { traceLines } from "../red/traceLines.ts"
import { totals, verdictOf } from "../text/totals.ts"
import { tracesToShow } from "../red/tracesToShow.ts"

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
  const each = (shown: ReadonlyArray<Row>) => shown.flatMap((row) => rowLines(row, options.verbose, showsTrace(row)))
  return [
    line(0, "heading", file === undefined ? name : `${name}  ${file}`),
    ...(isLong ? longSection({ cells, red, others }, options, each) : each([...red, ...others])),
    ...(options.quiet || cells.every(({ matrix }) => matrix === undefined) ? [] : faultTables(cells)),
    ...(options.quiet ? [] : caseLines(section, options.width)),
    ...(options.verbose ? costLines(cells) : []),
    line(0, "plain", "")
  ]
}

const rowLines = (row: Row, verbose: boolean, showsTrace: boolean): ReadonlyArray<Line> => [
  titleLine(row),
  ...indent(curveLines(row), 5),
  ...(verbose || !isPlain(row) ? indent(evidence(row, verbose), 5) : []),
  ...(showsTrace && row.trace !== undefined ? indent(traceLines(row.trace), 5) : [])
]

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
