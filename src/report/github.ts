/**
 * For GitHub Actions: an annotation for each cause of a red report, at the line of the suite whose expectation was not
 * met, and the summary of the job.
 */
import type { Source } from "../domain/Verdict.ts"
import { type Cause, causes } from "./causes.ts"
import { again, glance } from "./evidence.ts"
import { print } from "./Line.ts"
import { listed } from "./listed.ts"
import { markdown } from "./markdown.ts"
import type { Reporter } from "./Reporter.ts"
import { isRed, type Section, sections } from "./sections.ts"
import { sourcesOf } from "./sources.ts"
import { totals, verdictOf } from "./totals.ts"
import { shorten, visible } from "./visible.ts"

/** GitHub shows ten errors and ten notices of a step. */
const MOST = 10
const LONGEST = 2_000

export const github: Reporter = {
  name: "github",
  forPeople: true,
  summary: markdown.render,
  render: function* (report) {
    const suites = sections(report)
    yield* capped(suites.flatMap(errors).toSorted(failuresFirst), "error", "causes")
    yield* capped(suites.flatMap(notices), "notice", "notices")
    yield `${verdictOf(report)}: ${totals(report)}\n`
  }
}

interface Annotation {
  readonly isFailure: boolean
  /** The suite's own file where no line of it is known. */
  readonly place: Partial<Source>
  readonly title: string
  readonly lines: ReadonlyArray<string>
}

const errors = (section: Section): ReadonlyArray<Annotation> =>
  causes(section.rows.filter((row) => isRed(row) && row.kind !== "echo")).map((cause) => annotation(section, cause))

const notices = (section: Section): ReadonlyArray<Annotation> =>
  section.rows.filter((row) => row.mark === "NOTE").map((row) => annotation(section, { example: row, rows: [row] }))

const annotation = ({ file }: Section, { example, rows }: Cause): Annotation => {
  const [place, ...others] = sourcesOf(example)
  return {
    isFailure: example.mark === "FAIL",
    place: place ?? (file === undefined ? {} : { file }),
    title: example.title,
    lines: [
      ...(rows.length > 1 ? [visible(`${rows.length} times: ${listed(rows, 80)}`)] : []),
      ...[...glance(example), ...again(example)].map((line) => print(line, false)),
      ...others.map((other) => visible(`also at ${other.file}:${other.line}`))
    ]
  }
}

/** What failed tells more than what could not be judged. */
const failuresFirst = (a: Annotation, b: Annotation): number => Number(b.isFailure) - Number(a.isFailure)

function* capped(all: ReadonlyArray<Annotation>, level: "error" | "notice", noun: string): Iterable<string> {
  const told = all.length > MOST ? MOST - 1 : MOST
  for (const { lines, place, title } of all.slice(0, told)) {
    yield command(level, { ...place, title: visible(shorten(title, 200)) }, shorten(lines.join("\n"), LONGEST))
  }
  const rest = all.length - told
  if (rest > 0) yield command(level, { title: "passhat" }, `... and ${rest} more ${noun}: see the summary of the job`)
}

/** A workflow command of GitHub's runner. */
const command = (name: string, properties: Partial<Source> & { readonly title: string }, message: string): string => {
  const said = Object.entries(properties).map(([key, value]) => `${key}=${escapeProperty(visible(String(value)))}`)
  return `::${name} ${said.join(",")}::${escapeData(message)}\n`
}

/** As GitHub's own toolkit does it. */
const escapeData = (text: string): string => text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A")

const escapeProperty = (text: string): string => escapeData(text).replaceAll(":", "%3A").replaceAll(",", "%2C")
