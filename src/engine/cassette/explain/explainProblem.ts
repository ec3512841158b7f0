/**
 * The sentence for a problem with a cassette: what, where, and how to go on.
 */
import { FORMAT, VERSION } from "../../../base/domain/recording/cassetteFormat.ts"
import type { CassetteProblem } from "../CassetteProblem.ts"
import { phraseDifference } from "./phraseDifference.ts"

export type Reason = "Missing" | "Unreadable" | "Damaged" | "Newer" | "Stale"

export interface Explanation {
  readonly reason: Reason
  readonly file: string
  /** From 1. */
  readonly line_number?: number
  /** JSON path into the line. */
  readonly path?: string
  readonly sentence: string
  readonly hint: string
}

const MOVE_AWAY = "Move it out of the way, then record with --record."
const RECORD_MISSING = "Record it again with --record=missing."
const RECORD_AGAIN = "Restore it from version control, or record it again with --record."

/** How many changes of a stale cassette are shown. */
const SHOWN = 3

export const explainProblem = (problem: CassetteProblem): Explanation => {
  const { file } = problem
  switch (problem.code) {
    case "missing":
      return { reason: "Missing", file, sentence: `${file} does not exist.`, hint: "Record it with --record." }
    case "outside":
      return { reason: "Unreadable", file, sentence: `${file} leads outside ${problem.folder}.`, hint: MOVE_AWAY }
    case "not_a_file":
      return { reason: "Unreadable", file, sentence: `${file} is not a file.`, hint: MOVE_AWAY }
    case "too_large":
      return { reason: "Unreadable", file, sentence: `${file} is larger than 512 MiB.`, hint: MOVE_AWAY }
    case "unreadable":
      return {
        reason: "Unreadable",
        file,
        sentence: `${file} cannot be read (${problem.description}).`,
        hint: MOVE_AWAY
      }
    case "line_too_long": {
      const { line } = problem
      const sentence = `${file}, line ${line} is longer than 64 MiB.`
      return { reason: "Unreadable", file, line_number: line, sentence, hint: MOVE_AWAY }
    }
    case "not_text":
      return { reason: "Damaged", file, sentence: `${file} is not UTF-8 text.`, hint: RECORD_AGAIN }
    case "empty":
      return { reason: "Damaged", file, line_number: 1, sentence: `${file} is empty.`, hint: RECORD_AGAIN }
    case "not_a_cassette": {
      const sentence = `${file} is not a cassette: the format in its first line is not "${FORMAT}".`
      return { reason: "Damaged", file, line_number: 1, sentence, hint: MOVE_AWAY }
    }
    case "newer_version": {
      const sentence = `${file} is of version ${problem.version}, and this passhat reads versions up to ${VERSION}.`
      const hint = "Update passhat, or record it again with --record."
      return { reason: "Newer", file, line_number: 1, sentence, hint }
    }
    case "damaged_line": {
      const { line, path, what } = problem
      const sentence = `${file}, line ${line}${path && `, ${path}`}: ${what}.`
      return { reason: "Damaged", file, line_number: line, ...(path && { path }), sentence, hint: RECORD_AGAIN }
    }
    case "torn_line": {
      const sentence = `${file}, line ${problem.line}: the last line is torn, so ${problem.holds} is incomplete.`
      return { reason: "Damaged", file, line_number: problem.line, sentence, hint: RECORD_MISSING }
    }
    case "stale": {
      const { changes } = problem
      const shown = changes.slice(0, SHOWN).map((change) => phraseDifference(change))
      const more = changes.length > SHOWN ? [`and ${changes.length - SHOWN} more`] : []
      const sentence = `${file} is stale: ${[...shown, ...more].join("; ")}.`
      return { reason: "Stale", file, sentence, hint: "Record it again with --record, or undo the change." }
    }
  }
}
