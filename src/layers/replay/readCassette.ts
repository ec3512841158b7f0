/**
 * The text of a cassette, read line by line, whole or not at all: what is wrong first is one error that says file, line and
 * path.
 */
import * as Result from "effect/Result"
import type { Header, RecordedRun, Recording } from "../../domain/Cassette.ts"
import { CassetteError } from "../../services/Cassettes.ts"
import { damaged, type Line, readHeader, readRun, unusable } from "./readLine.ts"
import { type SeenIndices, seenIndices } from "../../cassette/runIndices.ts"

/** Nothing of a line is known before all of it is there, so there has to be an end to it. */
const MAX_LINE = 64 * 1024 * 1024

/** Who hears what a cassette says, in the order in which it says it. */
export interface Reading {
  /** May refuse the recording: what follows is then not looked at. */
  readonly header: (header: Header) => Result.Result<void, CassetteError>
  readonly run: (run: RecordedRun) => void
}

export interface CassetteReader {
  /** Takes the next piece of the text, wherever it was cut. */
  readonly push: (text: string) => Result.Result<void, CassetteError>
  /** Says that there is no more, and gives the indices of the runs. */
  readonly end: () => Result.Result<SeenIndices, CassetteError>
}

export const cassetteReader = (file: string, reading: Reading): CassetteReader => {
  const seen = seenIndices()
  let pieces: Array<string> = []
  let length = 0
  let number = 0
  let previous = 0

  const push = (text: string): Result.Result<void, CassetteError> => {
    pieces.push(text)
    length += text.length
    if (!text.includes("\n") && length <= MAX_LINE) return Result.void
    return Result.flatMap(readLines(), () => (length > MAX_LINE ? Result.fail(tooLong(file, number + 1)) : Result.void))
  }

  const end = (): Result.Result<SeenIndices, CassetteError> =>
    Result.flatMap(readLines(), () => {
      const [rest = ""] = pieces
      if (number === 0 && rest.trim() === "") return Result.fail(empty(file))
      const ended = rest.endsWith("\n")
      const text = ended ? rest.slice(0, -1) : rest
      const read = rest === "" ? Result.void : readNext({ file, number: number + 1, text, last: true, ended })
      return Result.map(read, () => seen)
    })

  /** The last line may be torn, so a line is read once it is known whether another follows. */
  const readLines = (): Result.Result<void, CassetteError> => {
    const whole = pieces.join("")
    let from = 0
    // What is empty is told as such, however many lines of nothing it has.
    const isEmpty = number === 0 && whole.trim() === ""
    for (let at = isEmpty ? -1 : nextEnd(whole, from); at !== -1; at = nextEnd(whole, from)) {
      const read = readNext({ file, number: number + 1, text: whole.slice(from, at), last: false, ended: true })
      if (Result.isFailure(read)) return read
      from = at + 1
    }
    pieces = [whole.slice(from)]
    length = whole.length - from
    return Result.void
  }

  const readNext = (line: Line): Result.Result<void, CassetteError> => {
    number = line.number
    if (number === 1) return Result.flatMap(readHeader(line), reading.header)
    const read = readRun(line, previous + 1)
    if (Result.isFailure(read)) return Result.fail(read.failure)
    const run = read.success
    if (!seen.add(run.index)) return Result.fail(damaged(line, `run ${run.index} is recorded twice`, ["index"]))
    previous = run.index
    reading.run(run)
    return Result.void
  }

  return { push, end }
}

/** Reads a text that is there as a whole. */
export const parseCassette = (file: string, text: string): Result.Result<Recording, CassetteError> => {
  const runs = new Map<number, RecordedRun>()
  let header: Header | undefined
  const reader = cassetteReader(file, {
    header: (read) => {
      header = read
      return Result.void
    },
    run: (run) => runs.set(run.index, run)
  })
  return Result.flatMap(reader.push(text), reader.end).pipe(Result.map(() => ({ file, header: header!, runs })))
}

/** The line feed of the next line that another character follows. */
const nextEnd = (text: string, from: number): number => {
  const at = text.indexOf("\n", from)
  return at === text.length - 1 ? -1 : at
}

const empty = (file: string): CassetteError =>
  unusable(file, "Damaged", "is empty", "Restore it from version control, or record it again with --record.")

const tooLong = (file: string, number: number): CassetteError =>
  new CassetteError({
    reason: "Unreadable",
    file,
    line_number: number,
    sentence: `${file}, line ${number} is longer than 64 MiB.`,
    hint: "Move it out of the way, then record with --record."
  })
