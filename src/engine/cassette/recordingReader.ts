/**
 * Reads a cassette block by block and line by line, synchronously: the one reader of replays, checks and the recorder.
 *
 * A line that recorders write is accepted by a generated predicate. Any other line stops the reader, which returns it: the
 * caller loads `explain`, which decodes the line with its Schema or says what is wrong, and reading goes on.
 */
import type { Header, RecordedRun } from "../../base/domain/recording/Cassette.ts"
import { VERSION } from "../../base/domain/recording/cassetteFormat.ts"
import { withoutTurns } from "../../base/domain/recording/driverTrace.ts"
import { tryCatch } from "../../base/std/tryCatch.ts"
import { type ByteSource, isBlank, readProblem } from "./ByteSource.ts"
import type { CassetteProblem } from "./CassetteProblem.ts"
import { type Unsealed, contentOf, unsealer } from "./checksums.ts"
import { isHeader, isRecordedRun } from "./predicates.ts"
import { type RunIndices, runIndices } from "./runIndices.ts"
import { showsRecordedParts } from "./shownParts.ts"
import { withoutWire } from "./withoutWire.ts"

/** How much is read at once: enough to be fast, little enough to answer Ctrl-C between two blocks. */
const BLOCK = 1024 * 1024
/** Of a line, in bytes. */
export const MAX_LINE = 64 * 1024 * 1024
/** Of a run, in bytes: shorter ones, a word that was answered in a few milliseconds, are the same by chance. */
const TELLING = 500
const LINE_FEED = 10
const CARRIAGE_RETURN = 13

export interface RecordingVisitor {
  /** Gets the header before any run. A problem that it returns ends the reading. */
  readonly header: (header: Header) => CassetteProblem | undefined
  readonly run: (run: RecordedRun) => void
  /** Whether runs may come without their `wire`, which is then not parsed: it is larger than the rest, and replays do not need it. */
  readonly ignoresWire?: true
}

export interface RecordingReader {
  /** Reads on until the end of a block, the end of the recording, a line it does not know, or a problem. */
  readonly next: () => ReadStep
  /** Takes what `explain` decoded of the unknown line. */
  readonly resume: (decoded: Decoded) => CassetteProblem | undefined
  /** The indices of the runs read so far. */
  readonly indices: RunIndices
  /** The indices of runs that hold the same, read so far. */
  readonly identical: () => ReadonlyArray<RunIndices>
  readonly close: () => void
}

export type ReadStep =
  | { readonly kind: "block" | "end" }
  | { readonly kind: "unknown"; readonly line: Line }
  | { readonly kind: "problem"; readonly problem: CassetteProblem }

export type Decoded = { readonly header: Header } | { readonly run: RecordedRun }

export interface Line {
  readonly file: string
  /** From 1. */
  readonly number: number
  readonly text: string
  /** Whether no other line follows. */
  readonly last: boolean
  /** Whether its line feed was written. */
  readonly ended: boolean
  /** The index of the run that is due here. */
  readonly due: number
}

export const recordingReader = (
  file: string,
  source: ByteSource,
  reading: RecordingVisitor,
  block = BLOCK
): RecordingReader => {
  const indices = runIndices()
  const contents = identicalRuns()
  const sums = unsealer()
  /** The line that is being read. */
  let line: Unsealed | undefined
  let buffer = new Uint8Array(Math.min(block, source.size + 1))
  /** The bytes in the buffer that are not read yet. */
  let [from, end] = [0, 0]
  /** Where in the source the next block begins. */
  let position = 0
  let isDrained = false
  let number = 0
  let previous = 0
  let isOlder = false

  const problem = (what: CassetteProblem): ReadStep => ({ kind: "problem", problem: what })

  /** Moves the unread bytes to the front, and reads on behind them. A line longer than the buffer doubles it. */
  const fill = (): ReadStep => {
    if (end - from > MAX_LINE) return problem({ code: "line_too_long", file, line: number + 1 })
    if (from === 0 && end === buffer.length) {
      const larger = new Uint8Array(buffer.length * 2)
      larger.set(buffer)
      buffer = larger
    } else {
      buffer.copyWithin(0, from, end)
      ;[from, end] = [0, end - from]
    }
    const count = source.read(buffer.subarray(end), position)
    if (position === 0 && isMarked(buffer)) from = BYTE_ORDER_MARK.length
    position += count
    end += count
    isDrained = count === 0
    return { kind: "block" }
  }

  /** Undefined if the line was read and another may follow. */
  const readLine = (): ReadStep | undefined => {
    const bytes = buffer.subarray(0, end)
    const feed = bytes.indexOf(LINE_FEED, from)
    const ended = feed !== -1
    if (!ended && !isDrained) return fill()
    if ((ended ? feed : end) - from > MAX_LINE) return problem({ code: "line_too_long", file, line: number + 1 })
    if (from === end) return number === 0 ? problem({ code: "empty", file }) : atEnd()
    const isWindows = ended && feed > from && bytes[feed - 1] === CARRIAGE_RETURN
    line = ended ? sums.unseal(bytes.subarray(from, isWindows ? feed - 1 : feed)) : { bytes: bytes.subarray(from) }
    const rest = ended && number > 0 && reading.ignoresWire ? withoutWire(line.bytes) : undefined
    const run = rest === undefined ? undefined : decodeRun(rest)
    if (line.isEnd || run !== undefined) {
      from = feed + 1
      number++
      if (line.isEnd) return line.flaw === undefined ? undefined : problem(damaged(line.flaw))
      // Not the whole of the run was read: where no checksum covers it, it is equal to no other.
      line = { content: NaN, ...line }
      return taken(run!)
    }
    const text = tryCatch(() => (ended ? decoder.decode(line!.bytes) : decodeTorn(line!.bytes)))
    if (text === undefined) return problem({ code: "not_text", file })
    if (number === 0 && text.trim() === "" && isBlank(source)) return problem({ code: "empty", file })
    from = ended ? feed + 1 : end
    number++
    const decoded = ended ? (number === 1 ? decodeHeader(text) : decodeRun(text)) : undefined
    if (decoded === undefined) {
      const last = from === end && position >= source.size
      return { kind: "unknown", line: { file, number, text, last, ended, due: previous + 1 } }
    }
    return taken(decoded)
  }

  const taken = (decoded: Decoded): ReadStep | undefined => {
    const refused = resume(decoded)
    return refused === undefined ? undefined : problem(refused)
  }

  // A text that is written again as it was read has no key twice, which JSON.parse would drop, and no digit that was lost.
  const decodeHeader = (text: string): Decoded | undefined => {
    const value: unknown = tryCatch(() => JSON.parse(text))
    return isHeader(value) && JSON.stringify(value) === text && showsRecordedParts(value)
      ? { header: value }
      : undefined
  }

  const decodeRun = (text: string): Decoded | undefined => {
    const value: unknown = tryCatch(() => JSON.parse(text))
    return isRecordedRun(value) && JSON.stringify(value) === text ? { run: value } : undefined
  }

  const damaged = (what: string, path = ""): CassetteProblem => ({
    code: "damaged_line",
    file,
    line: number,
    path,
    what
  })

  const atEnd = (): ReadStep =>
    sums.hasSums() && !sums.isEnded()
      ? problem(
          damaged("the last line, which has the checksum of the file, is missing, and runs may be missing with it")
        )
      : { kind: "end" }

  const resume = (decoded: Decoded): CassetteProblem | undefined => {
    if ("header" in decoded) {
      const { version } = decoded.header
      isOlder = version === 1
      if ((version === VERSION) !== sums.hasSums()) {
        return damaged(`it has ${sums.hasSums() ? "a" : "no"} checksum, other than a header of version ${version}`)
      }
      return line?.flaw === undefined ? reading.header(decoded.header) : damaged(line.flaw)
    }
    const { index } = decoded.run
    if (!indices.add(index)) return damaged(`run ${index} is recorded twice`, "index")
    if (line?.flaw !== undefined) return damaged(line.flaw)
    previous = index
    if (line !== undefined && line.bytes.length >= TELLING) {
      contents.add(index, line.content ?? contentOf(JSON.stringify({ ...decoded.run, index: 0 })))
    }
    reading.run(isOlder ? asOlder(decoded.run) : decoded.run)
    return undefined
  }

  const next = (): ReadStep =>
    tryCatch(
      () => {
        let step = readLine()
        while (step === undefined) step = readLine()
        return step
      },
      (thrown) => problem(readProblem(file, thrown))
    )

  return { next, resume, indices, identical: contents.found, close: source.close }
}

/** Version 1 has turn 1 for the calls of drivers that reported none. The run is never written again as it is read here. */
const asOlder = (run: RecordedRun): RecordedRun =>
  run.trace === undefined ? run : { ...run, trace: withoutTurns(run.trace) }

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })

/** Drops a character that is cut at the end of the bytes: the line has not ended, and is reported as torn. */
const decodeTorn = (bytes: Uint8Array): string =>
  new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes, { stream: true })

const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf]

const isMarked = (buffer: Uint8Array): boolean => BYTE_ORDER_MARK.every((byte, at) => buffer[at] === byte)

/** The runs of a recording that hold the same, found by a number for the content of each: a million runs need 16 MB. */
const identicalRuns = () => {
  const indices: Array<number> = []
  const contents: Array<number> = []
  return {
    add: (index: number, content: number): void => {
      indices.push(index)
      contents.push(content)
    },
    /** Groups of two runs or more, in the order of their first runs. */
    found: (): ReadonlyArray<RunIndices> => {
      const sorted = Float64Array.from(contents).toSorted()
      const repeated = new Set(sorted.filter((content, at) => content === sorted[at - 1]))
      const groups = new Map([...repeated].map((content) => [content, runIndices()]))
      if (groups.size > 0) contents.forEach((content, at) => groups.get(content)?.add(indices[at]!))
      const firsts = contents.filter((content) => repeated.delete(content))
      return firsts.map((content) => groups.get(content)!)
    }
  }
}
