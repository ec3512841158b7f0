/**
 * A recording as it may be written: every secret replaced, and read back, since what is judged is what will be replayed.
 */
import * as Result from "effect/Result"
import type { Header, RecordedRun, Recording } from "../../domain/Cassette.ts"
import { issue } from "../../domain/issues.ts"
import type { Cell } from "../../domain/Plan.ts"
import { Infrastructure } from "../../services/Infrastructure.ts"
import { explainProblem } from "../../cassette/explain/explainProblem.ts"
import { parseRecording } from "../../cassette/readRecording.ts"
import { staleness } from "../../cassette/staleness.ts"
import type { Redactor } from "./redact.ts"
import { formatCassette } from "./writeCassette.ts"

/** Refuses what would still show a secret, could not be read, or would be of another cell. */
export const cleaned = (
  redactor: Redactor,
  cell: Cell,
  { file, header, runs }: Unclean
): Result.Result<Recording, Infrastructure> =>
  Result.gen(function* () {
    const text = yield* Result.try({
      try: () => redactLines(redactor, formatCassette(header, runs)),
      catch: () => refused(file, "what was recorded is nested too deeply")
    })
    const clean = parseRecording(file, text)
    if ("code" in clean) {
      const { sentence } = explainProblem(clean)
      return yield* Result.fail(refused(file, `it could not be read back: ${sentence.slice(0, -1)}`))
    }
    if (staleness(cell, clean.header, file) !== undefined) {
      return yield* Result.fail(refused(file, "a secret is part of the name of its agent or its model"))
    }
    const shown = redactor.shown(formatCassette(clean.header, [...clean.runs.values()]))
    if (shown.length > 0) {
      return yield* Result.fail(refused(file, `it would show the value of ${shown.join(" and ")}`))
    }
    return clean
  })

export interface Unclean {
  /** For messages. */
  readonly file: string
  readonly header: Header
  readonly runs: ReadonlyArray<RecordedRun>
}

const redactLines = (redactor: Redactor, text: string): string =>
  text
    .split(/(?<=\n)/)
    .map((line) => `${JSON.stringify(redactor.json(JSON.parse(line)))}\n`)
    .join("")

const refused = (file: string, why: string): Infrastructure =>
  new Infrastructure({
    issue: issue(
      "INFRASTRUCTURE",
      `${file} is not written: ${why}.`,
      "Change what the agent is given, then record again."
    )
  })
