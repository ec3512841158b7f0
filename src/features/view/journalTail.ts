/**
 * Follows the journal of a recording in progress: only what was added since is read. A line that is not whole yet is read the next
 * time.
 */
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { closeSync, fstatSync, openSync, readSync } from "node:fs"
import { isHeader, isRecordedRun } from "../../engine/cassette/predicates.ts"
import { MAX_LINE } from "../../engine/cassette/recordingReader.ts"
import { replayRun } from "../../engine/agentLoop/replayRun.ts"
import type { Header, RecordedRun } from "../../base/domain/recording/Cassette.ts"
import type { Trace } from "../../base/domain/trace/Trace.ts"
import { hasFailed } from "../../base/domain/trace/hasFailed.ts"
import { contentOf } from "../../engine/layers/record/journal.ts"
import { tryCatch } from "../../base/std/tryCatch.ts"
import { cellOf } from "../../app/recordings/cellOf.ts"
import type { KeptRun } from "./Api.ts"
import { knownResults } from "../../base/domain/trace/oneResultPerCall.ts"
import { join } from "node:path"
import { readWhole } from "../../engine/layers/platform/writeWhole.ts"
import { ProcessIdentity, isRunning } from "../../engine/layers/platform/processes.ts"

export interface JournalTail {
  /** Reads on. */
  readonly follow: () => void
  /** Of the journal that is there now: another file has another number. */
  readonly number: () => number
  readonly header: () => Header | undefined
  readonly kept: () => ReadonlyArray<KeptRun>
  /** What happened in the run at a place of `kept`. */
  readonly traceAt: (at: number) => Trace | undefined
  readonly problem: () => string | undefined
}

interface Place {
  readonly from: number
  readonly bytes: number
}

const BLOCK = 4 * 1024 * 1024

export const journalTail = (path: string): JournalTail => {
  let [number, length] = [0, 0]
  let identity = ""
  let header: Header | undefined
  let kept: Array<KeptRun> = []
  let places: Array<Place> = []
  const order = new Map<number, number>()
  let problem: string | undefined

  const beginAnew = (found: string): void => {
    number += 1
    identity = found
    length = 0
    header = undefined
    kept = []
    places = []
    order.clear()
    problem = undefined
  }

  const take = (text: string, from: number): void => {
    const content = contentOf(text)
    const line: unknown = content === undefined ? undefined : tryCatch(() => JSON.parse(content))
    if (line === undefined) problem = "A line of the journal is damaged."
    else if (isHeader(line)) header = line
    else if (header !== undefined && isRecordedRun(line)) {
      // With what judges have said, it is there again.
      const at = order.get(line.index) ?? kept.length
      order.set(line.index, at)
      kept[at] = keptRun(header, line)
      places[at] = { from, bytes: Buffer.byteLength(text) }
    }
  }

  const readOn = (file: number, size: number): void => {
    while (length < size) {
      if (problem !== undefined) return
      const whole = bytesAt(file, length, Math.min(size - length, BLOCK))
      const bytes = whole.includes(LINE_FEED) ? whole : bytesAt(file, length, Math.min(size - length, MAX_LINE))
      const end = bytes.lastIndexOf(LINE_FEED) + 1
      if (end === 0) {
        if (bytes.length === MAX_LINE) problem = "A line of the journal is too long."
        return
      }
      for (let from = 0; from < end;) {
        const next = bytes.indexOf(LINE_FEED, from) + 1
        take(bytes.toString("utf8", from, next), length + from)
        from = next
      }
      length += end
    }
  }

  return {
    follow: () =>
      void withFile(path, (file) => {
        const { birthtimeMs, ino, size } = fstatSync(file)
        const found = `${ino} ${birthtimeMs}`
        if (found !== identity || size < length) beginAnew(found)
        readOn(file, size)
      }),
    number: () => number,
    header: () => header,
    kept: () => kept,
    traceAt: (at) => {
      const place = places[at]
      const text = place && withFile(path, (file) => bytesAt(file, place.from, place.bytes).toString("utf8"))
      const content = text === undefined ? undefined : contentOf(text)
      const run: unknown = content === undefined ? undefined : tryCatch(() => JSON.parse(content))
      return header !== undefined && isRecordedRun(run) ? traceOf(header, run) : undefined
    },
    problem: () => problem
  }
}

const LINE_FEED = 10

const withFile = <A>(path: string, use: (file: number) => A): A | undefined => {
  const file = tryCatch(() => openSync(path, "r"))
  if (file === undefined) return undefined
  const found = tryCatch(() => use(file))
  closeSync(file)
  return found
}

const bytesAt = (file: number, from: number, count: number): Buffer => {
  const bytes = Buffer.alloc(count)
  let read = 0
  for (let more = 1; more > 0 && read < count; read += more)
    more = readSync(file, bytes, read, count - read, from + read)
  return bytes.subarray(0, read)
}

const traceOf = (header: Header, run: RecordedRun): Trace | undefined => {
  const result = replayRun({ ...cellOf(header), runs: run.index }, run, "journal")
  return "trace" in result ? result.trace : undefined
}

const keptRun = (header: Header, run: RecordedRun): KeptRun => {
  const trace = traceOf(header, run)
  const tokens = trace?.conversation.tokens?.total
  return {
    index: run.index,
    calls: trace?.tool_calls.length ?? 0,
    failed: knownResults(trace ?? {}).filter(hasFailed).length,
    tools: (trace?.tool_calls ?? []).slice(0, SHOWN_TOOLS).map(({ name }) => name),
    ...(tokens !== undefined && { tokens }),
    stop: trace?.stop_reason ?? "no trace"
  }
}

/** The first tools of a run that are named in a list. */
const SHOWN_TOOLS = 12

const decodeHolder = Schema.decodeUnknownOption(Schema.fromJsonString(ProcessIdentity))

/** A lock is a line. */
const MOST_BYTES = 64 * 1024

export const isHeld = (project: string, lock: string): boolean => {
  const bytes = readWhole(join(project, lock), MOST_BYTES)
  return typeof bytes !== "string" && Option.exists(decodeHolder(new TextDecoder().decode(bytes)), isRunning)
}
