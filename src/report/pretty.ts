/**
 * For a person at a terminal: one row per run, one line per gate across runs, and below each red one its evidence.
 */
import type { Json } from "../domain/Json.ts"
import type { Report, Verdict } from "../domain/Verdict.ts"
import { evidence } from "./evidence.ts"
import { faultTables } from "./faultTable.ts"
import { indent, type Line, line, print, type Tone } from "./Line.ts"
import type { Reporter, RenderOptions } from "./Reporter.ts"
import { isRed, marks, type Row, type Section, sections } from "./sections.ts"
import { sparkline } from "./sparkline.ts"
import { story } from "./story.ts"

export const pretty: Reporter = {
  name: "pretty",
  showsTraces: true,
  render: function* (report, options) {
    for (const section of sections(report)) yield* printed(sectionLines(section, options), options)
    yield* printed(endLines(report, options), options)
  }
}

function* printed(lines: Iterable<Line>, { color }: RenderOptions): Iterable<string> {
  for (const each of lines) yield `${print(each, color)}\n`
}

const sectionLines = ({ cells, file, name, rows }: Section, options: RenderOptions): ReadonlyArray<Line> => {
  const shown = rows.filter(
    (row) => (!options.quiet || isRed(row) || row.mark === "SKIP") && (options.verbose || row.kind !== "echo")
  )
  if (options.quiet && shown.length === 0) return []
  return [
    line(0, "heading", file === undefined ? name : `${name}  ${file}`),
    ...shown.flatMap((row) => rowLines(row, options)),
    ...(options.quiet ? [] : faultTables(cells)),
    line(0, "plain", "")
  ]
}

const rowLines = (row: Row, { verbose }: RenderOptions): ReadonlyArray<Line> => [
  line(1, toneOf(row), row.title),
  ...indent(curveLines(row), 5),
  ...indent(evidence(row, verbose), 5),
  ...(verbose && row.trace !== undefined ? indent(story(row.trace), 5) : [])
]

const tones: Readonly<Record<Row["mark"], Tone>> = {
  PASS: "pass",
  FAIL: "fail",
  NONE: "none",
  NOTE: "plain",
  SKIP: "none"
}

/** What is red and decides nothing is not painted red. */
const toneOf = (row: Row): Tone => (row.mark === "FAIL" && !row.decides ? "none" : tones[row.mark])

/** A gate's value that is a list of numbers, such as a decay curve, is drawn. */
const curveLines = ({ kind, report }: Row): ReadonlyArray<Line> =>
  Object.keys(kind === "gate" ? report : {})
    .toSorted()
    .flatMap((target) => {
      const values = report[target]
      return isCurve(values)
        ? [line(0, "plain", `${target} ${sparkline(values)} ${values[0]} to ${values.at(-1)}`)]
        : []
    })

const isCurve = (value: Json | undefined): value is ReadonlyArray<number> =>
  Array.isArray(value) && value.length > 1 && value.every((item) => typeof item === "number")

const endLines = (report: Report, { quiet }: RenderOptions): ReadonlyArray<Line> => {
  const end = `${marks[report.verdict]}${endings[report.status]}`
  const verdict = line(0, report.verdict, end)
  return quiet ? [verdict] : [line(0, "plain", totals(report)), verdict]
}

const endings = { complete: "", interrupted: " (interrupted)", bailed: " (stopped at the first red cell)" } as const

const totals = ({ suites }: Report): string => {
  const cells = suites.flatMap((suite) => suite.cells)
  const runs = cells.flatMap((cell) => cell.runs)
  const count = (verdict: Verdict): number => runs.filter((run) => run.verdict === verdict).length
  const skipped = cells.filter((cell) => cell.skipped !== undefined).length
  return (
    `${counted(suites.length, "suite")}, ${counted(cells.length, "cell")}, ${counted(runs.length, "run")}: ` +
    `${count("pass")} passed, ${count("fail")} failed, ${count("none")} without a verdict` +
    (skipped > 0 ? `, ${counted(skipped, "cell")} skipped` : "")
  )
}

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`
