/**
 * For a coding agent, in few tokens: the verdict, then each cause of a failure once, with its evidence, where its
 * expectation stands, and the one command that reproduces it. What is green is not mentioned.
 */
import { type Cause, causes } from "./causes.ts"
import { again, glance } from "./evidence.ts"
import { type Line, line, print } from "./Line.ts"
import { listed } from "./listed.ts"
import type { Reporter } from "./Reporter.ts"
import { isRed, sections } from "./sections.ts"
import { sourcesOf } from "./sources.ts"
import { totals, verdictOf } from "./totals.ts"
import { shorten } from "./visible.ts"

/** How many causes are told, and how long a line may be; the rest is counted and cut. */
const MOST = 12
const LONGEST = 600

export const agent: Reporter = {
  name: "agent",
  render: function* (report) {
    const found = sections(report).flatMap(({ rows }) =>
      causes(rows.filter((row) => isRed(row) && row.kind !== "echo"))
    )
    const told = found.slice(0, MOST)
    yield `${verdictOf(report)}: ${totals(report)}\n`
    for (const [at, cause] of told.entries()) yield* printed(causeLines(cause, told[at + 1]))
    if (found.length > MOST) yield* printed(leftOut(found.slice(MOST)))
  }
}

function* printed(lines: Iterable<Line>): Iterable<string> {
  for (const each of lines) yield `${print({ ...each, text: shorten(each.text, LONGEST) }, false)}\n`
}

/** One command after the last of the causes that it shows. */
const causeLines = ({ example, rows }: Cause, next: Cause | undefined): ReadonlyArray<Line> => {
  const places = new Set(sourcesOf(example).map(({ file, line: at }) => `${file}:${at}`))
  return [
    empty,
    ...(rows.length > 1 ? [line(0, "plain", `${rows.length} times: ${listed(rows, 80)}`)] : []),
    line(0, "plain", rows.length > 1 ? `for example ${example.title}` : example.title),
    ...(places.size > 0 ? [line(0, "plain", `at ${[...places].join(", ")}`)] : []),
    ...glance(example),
    ...(example.command === next?.example.command ? [] : again(example))
  ]
}

const leftOut = (rest: ReadonlyArray<Cause>): ReadonlyArray<Line> => {
  const rows = rest.reduce((sum, cause) => sum + cause.rows.length, 0)
  return [empty, line(0, "plain", `... and ${rows} more, of ${rest.length} other causes: correct these first`)]
}

const empty = line(0, "plain", "")
