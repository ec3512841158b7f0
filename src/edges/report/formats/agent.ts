/**
 * For a coding agent, in few tokens: the verdict, then each cause of a failure once, with its evidence, the line of the suite
 * that expects otherwise, and one command that reproduces it. Green rows are left out.
 */
import { columnLines, redCaseLines } from "../cases/columnLines.ts"
import { coverageLines } from "../coverage/coverageText.ts"
import { causeLines } from "../red/causeLines.ts"
import { moreCauses, redCauses } from "../red/causes.ts"
import { commandLines } from "../red/gateLocations.ts"
import { type Line, line, print } from "../text/Line.ts"
import type { Reporter } from "../Reporter.ts"
import type { Section } from "../Row.ts"
import { sections } from "../sections.ts"
import { totals, verdictOf } from "../text/totals.ts"
import { shorten } from "../../../base/std/shorten.ts"

/** Causes that are printed, and code points of a line. */
const MOST_CAUSES = 12
const LONGEST_LINE = 600
const MOST_TOOLS = 20

export const agent: Reporter = {
  name: "agent",
  render: function* (report) {
    const suites = sections(report)
    const found = suites.flatMap(({ rows }) => redCauses(rows))
    const [shown, rest] = [found.slice(0, MOST_CAUSES), found.slice(MOST_CAUSES)]
    yield `${verdictOf(report)}: ${totals(report)}\n`
    yield* printed([...suites.flatMap(caseSummary), ...coverageLines(report, MOST_TOOLS)])
    const commands = commandLines(shown.map(({ example }) => example))
    for (const [at, cause] of shown.entries()) {
      yield* printed([empty, ...causeLines(cause), ...(commands[at] ?? [])])
    }
    if (rest.length > 0) yield* printed([empty, line(0, "plain", moreCauses(rest, "correct these first"))])
  }
}

/** Where there are several models, red cases are listed with all of their cells, and not again for each model. */
const caseSummary = (section: Section): ReadonlyArray<Line> => {
  const red = redCaseLines(section)
  return [...columnLines(section, red.length > 0 ? 0 : undefined), ...red]
}

function* printed(lines: Iterable<Line>): Iterable<string> {
  for (const each of lines) yield `${print({ ...each, text: shorten(each.text, LONGEST_LINE) }, false)}\n`
}

const empty = line(0, "plain", "")
