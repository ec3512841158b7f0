/**
 * Reads a cassette block by block and line by line, synchronously: the one reader of replays, checks and the recorder.
 *
 * A line that recorders write is accepted by a generated predicate. Any other line stops the reader, which returns it: the
 * caller loads `explain`, which decodes the line with its Schema or says what is wrong, and reading goes on.
 */
import type { Header, RecordedRun } from "../domain/Cassette.ts"
import { VERSION } from "../domain/cassetteFormat.ts"
import { withoutTurns } from "../domain/driverTrace.ts"
import { tryCatch } from "../std/tryCatch.ts"
import { type ByteSource, readProblem } from "./ByteSource.ts"
import type { CassetteProblem } from "./CassetteProblem.ts"
import { isHeader, isRecordedRun } from "./predicates.ts"
import { type RunIndices, runIndices } from "./runIndices.ts"
import { showsRecordedParts } from "./shownParts.ts"

/** How much is read at once: enough to be fast, little enough to answer Ctrl-C between two blocks. */
const BLOCK = 1024 * 1024
/** Of a line, in bytes. */
export const MAX_LINE = 64 * 1024 * 1024
const LINE_FEED = 10

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
    const rest = ended && number > 0 && reading.ignoresWire ? withoutWire(bytes.subarray(from, feed)) : undefined
    const run = rest === undefined ? undefined : decodeRun(rest)
    if (run !== undefined) {
      from = feed + 1
      number++
      return taken(run)
    }
    if (from === end) return number === 0 ? problem({ code: "empty", file }) : { kind: "end" }
    const text = tryCatch(() => (ended ? decoder.decode(bytes.subarray(from, feed)) : decodeTorn(bytes.subarray(from))))
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

  const resume = (decoded: Decoded): CassetteProblem | undefined => {
    if ("header" in decoded) {
      isOlder = decoded.header.version !== VERSION
      return reading.header(decoded.header)
    }
    const { index } = decoded.run
    if (!indices.add(index)) {
      return { code: "damaged_line", file, line: number, path: "index", what: `run ${index} is recorded twice` }
    }
    previous = index
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

  return { next, resume, indices, close: source.close }
}

/**
 * A line without the `wire` that recorders write as its last member; undefined if it has none. A member of the same name further
 * inside leaves a text that is no JSON, so that the line is read whole. Bytes are searched: what is not needed is not even decoded.
 */
const withoutWire = (line: Uint8Array): string | undefined => {
  const bytes = Buffer.from(line.buffer, line.byteOffset, line.byteLength)
  const at = bytes.subarray(-WIRE_END.length).equals(WIRE_END) ? bytes.indexOf(WIRE) : -1
  return at === -1 ? undefined : tryCatch(() => `${decoder.decode(bytes.subarray(0, at))}}`)
}

const WIRE = Buffer.from(',"wire":{"exchanges":[')
const WIRE_END = Buffer.from('"}}')

/** Version 1 has turn 1 for the calls of drivers that reported none. The run is never written again as it is read here. */
const asOlder = (run: RecordedRun): RecordedRun =>
  run.trace === undefined ? run : { ...run, trace: withoutTurns(run.trace) }

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })

/** Drops a character that is cut at the end of the bytes: the line has not ended, and is reported as torn. */
const decodeTorn = (bytes: Uint8Array): string =>
  new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes, { stream: true })

const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf]

const isMarked = (buffer: Uint8Array): boolean => BYTE_ORDER_MARK.every((byte, at) => buffer[at] === byte)

/** Whether the whole source holds nothing but what `trim` removes: white space of any script, and byte order marks. */
const isBlank = (source: ByteSource): boolean => {
  const [buffer, blanks] = [new Uint8Array(BLOCK), new TextDecoder("utf-8", { ignoreBOM: true })]
  let position = 0
  for (let count = -1; count !== 0; position += count) {
    count = source.read(buffer, position)
    if (blanks.decode(buffer.subarray(0, count), { stream: true }).trim() !== "") return false
  }
  return true
}
