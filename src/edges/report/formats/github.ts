/**
 * For GitHub Actions: an annotation per cause of a red report, at the line of the suite that expects otherwise, and the
 * summary of the job.
 */
import type { Source } from "../../../base/domain/verdict/Verdict.ts"
import { columnLines } from "../cases/columnLines.ts"
import { coverageLines } from "../coverage/coverageText.ts"
import { type Cause, ownCause, redCauses } from "../red/causes.ts"
import { briefEvidence, repeatCommand } from "../red/evidence.ts"
import { failedGateLocations } from "../red/gateLocations.ts"
import { type Line, line, print } from "../text/Line.ts"
import { listRows } from "../text/listRows.ts"
import { markdown } from "./markdown.ts"
import type { Reporter } from "../Reporter.ts"
import { adviceText, isAdvice, type Section } from "../Row.ts"
import { sections } from "../sections.ts"
import { totals, verdictOf } from "../text/totals.ts"
import { escapeLine } from "../../../base/std/escape.ts"
import { shorten } from "../../../base/std/shorten.ts"

/** GitHub shows ten errors and ten notices of a step. */
const MOST_ANNOTATIONS = 10
const LONGEST_MESSAGE = 2_000
const MOST_TOOLS = 20
/** Lines of advisory gates. */
const MOST_ADVICE = 20

export const github: Reporter = {
  name: "github",
  forPeople: true,
  showsBaseline: true,
  summary: markdown.render,
  render: function* (report) {
    const suites = sections(report)
    yield* capped(suites.flatMap(errors).toSorted(failuresFirst), "error", "causes")
    yield* capped(suites.flatMap(notices), "notice", "notices")
    for (const each of [...suites.flatMap(columnLines), ...coverageLines(report, MOST_TOOLS), ...adviceLines(suites)]) {
      yield `${print(each, false)}\n`
    }
    yield `${verdictOf(report)}: ${totals(report)}\n`
  }
}

interface Annotation {
  readonly isFailure: boolean
  /** Only the suite's file, if its line is unknown. */
  readonly location: Partial<Source>
  readonly title: string
  readonly lines: ReadonlyArray<string>
}

const errors = (section: Section): ReadonlyArray<Annotation> =>
  redCauses(section.rows).map((cause) => annotation(section, cause))

const notices = (section: Section): ReadonlyArray<Annotation> =>
  section.rows.filter((row) => row.mark === "NOTE").map((row) => annotation(section, ownCause(row)))

const annotation = ({ file }: Section, cause: Cause): Annotation => {
  const { example, rows } = cause
  const [location, ...others] = failedGateLocations(example)
  return {
    isFailure: example.mark === "FAIL",
    location: location ?? (file === undefined ? {} : { file }),
    title: example.title,
    lines: [
      ...(rows.length > 1 ? [escapeLine(`${rows.length} times: ${listRows(rows, 80)}`)] : []),
      ...[...briefEvidence(cause), ...repeatCommand(example)].map((each) => print(each, false)),
      ...others.map((other) => escapeLine(`also at ${other.file}:${other.line}`))
    ]
  }
}

const adviceLines = (suites: ReadonlyArray<Section>): ReadonlyArray<Line> => {
  const all = suites
    .flatMap(({ rows }) => rows.filter(isAdvice))
    .map((row) => line(0, "plain", shorten(adviceText(row), 400)))
  const rest = all.length - MOST_ADVICE
  return [...all.slice(0, MOST_ADVICE), ...(rest > 0 ? [line(0, "plain", `advisory: ... and ${rest} more`)] : [])]
}

/** Failures come before rows without a verdict. */
const failuresFirst = (a: Annotation, b: Annotation): number => Number(b.isFailure) - Number(a.isFailure)

function* capped(all: ReadonlyArray<Annotation>, level: "error" | "notice", noun: string): Iterable<string> {
  const count = all.length > MOST_ANNOTATIONS ? MOST_ANNOTATIONS - 1 : MOST_ANNOTATIONS
  for (const { lines, location, title } of all.slice(0, count)) {
    yield command(
      level,
      { ...location, title: escapeLine(shorten(title, 200)) },
      shorten(lines.join("\n"), LONGEST_MESSAGE)
    )
  }
  const rest = all.length - count
  if (rest > 0) yield command(level, { title: "passhat" }, `... and ${rest} more ${noun}: see the summary of the job`)
}

/** A workflow command of GitHub's runner. */
const command = (name: string, properties: Partial<Source> & { readonly title: string }, message: string): string => {
  const pairs = Object.entries(properties).map(([key, value]) => `${key}=${escapeProperty(escapeLine(String(value)))}`)
  return `::${name} ${pairs.join(",")}::${escapeData(message)}\n`
}

/** Escapes as GitHub's toolkit does. */
const escapeData = (text: string): string => text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A")

const escapeProperty = (text: string): string => escapeData(text).replaceAll(":", "%3A").replaceAll(",", "%2C")
