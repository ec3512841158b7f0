/**
 * A summary in Markdown, for a comment on a pull request or the summary of a job: what is red first, then every cell in a
 * table. It is never longer than a comment may be; what does not fit is counted.
 *
 * Untrusted words stand only in code, where GitHub reads no markup, no mention and no link.
 */
import type { CellVerdict, Report } from "../domain/Verdict.ts"
import { type Cause, causes } from "./causes.ts"
import { again, glance } from "./evidence.ts"
import { type Line, print } from "./Line.ts"
import { listed } from "./listed.ts"
import { code, fenced, tableRow } from "./markup.ts"
import type { Reporter } from "./Reporter.ts"
import { isCurve } from "./rowLines.ts"
import { isRed, marks, sections } from "./sections.ts"
import { sourcesOf } from "./sources.ts"
import { sparkline } from "./sparkline.ts"
import { totals, verdictOf } from "./totals.ts"
import { shorten } from "./visible.ts"

/** What GitHub takes as a comment, and how much of it is kept for the table, and for what says that there is more. */
const LIMIT = 65_536
const TABLE = 16_384
const ENDING = 256
/** No line of the evidence is longer, so that one cause leaves room for others. */
const LONGEST = 400

export const markdown: Reporter = {
  name: "markdown",
  render: function* (report) {
    const head = `### passhat: ${verdictOf(report)}\n\n${totals(report)}\n`
    yield head
    const red = sections(report).flatMap(({ rows }) => causes(rows.filter((row) => isRed(row) && row.kind !== "echo")))
    const told = upTo(LIMIT - TABLE - head.length, red.map(causeBlock))
    yield* told
    if (told.length < red.length) yield `\n${red.length - told.length} more causes do not fit here.\n`
    yield* table(report, LIMIT - ENDING - head.length - lengthOf(told))
  }
}

const causeBlock = ({ example, rows }: Cause): string => {
  const places = [...new Set(sourcesOf(example).map(({ file, line }) => `${shorten(file, 200)}:${line}`))]
  const facts = [
    ...(rows.length > 1 ? [`${rows.length} times: ${code(listed(rows, 80))}`] : []),
    ...(places.length > 0 ? [`at ${places.map(code).join(", ")}`] : [])
  ]
  return [
    `\n#### ${code(shorten(example.title, 200))}\n`,
    ...(facts.length > 0 ? [`\n${facts.join(", ")}\n`] : []),
    `\n${fenced([...glance(example), ...again(example)].map(printed))}\n`
  ].join("")
}

const printed = (line: Line): string => print({ ...line, text: shorten(line.text, LONGEST) }, false)

/** The cells that are not green come first. */
function* table({ suites }: Report, room: number): Iterable<string> {
  const cells = suites.flatMap(({ cells: its, suite }) => its.map((cell) => ({ suite, cell })))
  const sorted = cells.toSorted((a, b) => Number(isGreen(a.cell)) - Number(isGreen(b.cell)))
  const head = `\n${tableRow(["", "suite", "cell", "runs passed", "decay"])}${tableRow(["---", "---", "---", "---", "---"])}`
  const rows = upTo(
    room - head.length,
    sorted.map(({ cell, suite }) => cellRow(suite, cell))
  )
  if (rows.length > 0) yield head
  yield* rows
  if (rows.length < sorted.length) yield `\n${sorted.length - rows.length} more cells do not fit here.\n`
}

const cellRow = (suite: string, cell: CellVerdict): string =>
  tableRow([
    cell.skipped === undefined ? marks[cell.verdict] : "SKIP",
    code(shorten(suite, 60)),
    code(shorten(cell.name, 80)),
    `${cell.runs.filter(({ verdict }) => verdict === "pass").length} of ${cell.runs.length}`,
    decay(cell)
  ])

/** How the chance that all of k runs pass falls with k. */
const decay = ({ gates }: CellVerdict): string => {
  const curve = gates.flatMap(({ report }) => Object.values(report)).find(isCurve)
  return curve === undefined ? "" : `${sparkline(curve)} ${curve[0]} to ${curve.at(-1)}`
}

const isGreen = ({ skipped, verdict }: CellVerdict): boolean => verdict === "pass" || skipped !== undefined

/** As many of the texts, from the first, as there is room for. */
const upTo = (room: number, texts: ReadonlyArray<string>): ReadonlyArray<string> => {
  let left = room
  const end = texts.findIndex((text) => (left -= text.length) < 0)
  return end === -1 ? texts : texts.slice(0, end)
}

const lengthOf = (texts: ReadonlyArray<string>): number => texts.reduce((sum, text) => sum + text.length, 0)
