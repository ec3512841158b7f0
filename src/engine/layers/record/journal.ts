/**
 * What an unfinished recording has got so far: a line saying how it was started, then the lines of the cassette to be, each
 * behind its checksum. A run is safe once its line is on the disk.
 *
 * A run whose judges have answered is there once more, and its last line counts.
 *
 * Whatever ends the recorder can only leave a last line that is not whole, which is dropped: it has no end, or zeros where its bytes did
 * not reach the disk before a power cut. Any other wrong line is damage.
 */
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import type { PlatformError } from "effect/PlatformError"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { Buffer } from "node:buffer"
import { createHash } from "node:crypto"
import { dirname } from "node:path"
import type { Recording } from "../../../base/domain/recording/Cassette.ts"
import { CassetteError } from "../../services/Cassettes.ts"
import { tryCatch } from "../../../base/std/tryCatch.ts"
import { FILE_MODE, syncDirectory } from "../platform/writeAtomically.ts"
import { explainProblem } from "../../cassette/explain/explainProblem.ts"
import { sealer } from "../../cassette/checksums.ts"
import { parseRecording } from "../../cassette/readRecording.ts"
import { plainLines } from "./writeCassette.ts"

/** Whether everything is recorded anew, or only what is missing. */
export type RecordMode = "all" | "missing"

const Start = Schema.Struct({
  format: Schema.Literal("passhat-journal"),
  version: Schema.Literal(1),
  mode: Schema.Literals(["all", "missing"])
})
const decodeStart = Schema.decodeUnknownResult(Schema.fromJsonString(Start))

export interface Journal {
  readonly mode: RecordMode
  readonly recording: Recording
  /** In bytes, without a torn last line. */
  readonly length: number
  readonly torn: boolean
}

/** The lines of runs, behind those that start a journal where there is none yet. */
export const journalLines = ({ header, runs }: Recording, start?: RecordMode): string => {
  const [first = "", ...rest] = plainLines(header, [...runs.values()])
  return (start === undefined ? rest : [startLine(start), first, ...rest]).map(checked).join("")
}

/** None if it was torn before its first run was whole. */
export const parseJournal = (file: string, text: string): Result.Result<Journal | undefined, CassetteError> =>
  Result.gen(function* () {
    const lines = text.split(LINES)
    const bad = lines.findIndex((line) => contentOf(line) === undefined)
    if (lines[bad]?.endsWith("\n") && !isUnwritten(lines, bad)) {
      return yield* Result.fail(damaged(file, bad + 1, "its checksum does not match"))
    }
    const sound = bad === -1 ? lines : lines.slice(0, bad)
    const [start, ...cassette] = sound.map(contentOf)
    if (cassette.length === 0) return undefined
    const { mode } = yield* Result.mapError(decodeStart(start), () => damaged(file, 1, "it does not start a journal"))
    const recording = parseRecording(file, sealed(lastLines(cassette)))
    if ("code" in recording) return yield* Result.fail(new CassetteError(explainProblem(recording)))
    if (recording.runs.size === 0) return undefined
    return { mode, recording, length: Buffer.byteLength(sound.join("")), torn: bad !== -1 }
  })

/**
 * Puts lines at a place in a journal, and returns the place behind them once they are on the disk. Whatever was there
 * before is cut off: a torn line, or what a write that failed had left.
 */
export const appendLines = (
  path: string,
  at: number,
  lines: string
): Effect.Effect<number, PlatformError, FileSystem.FileSystem> =>
  Effect.gen(function* () {
    const fs = yield* FileSystem.FileSystem
    const bytes = new TextEncoder().encode(lines)
    if (at === 0) yield* fs.remove(path, { force: true })
    const file = yield* fs.open(path, { flag: at === 0 ? "wx" : "r+", mode: FILE_MODE })
    yield* file.truncate(at)
    yield* file.seek(BigInt(at), "start")
    yield* file.writeAll(bytes)
    yield* file.sync
    if (at === 0) yield* syncDirectory(dirname(path))
    return at + bytes.length
  }).pipe(Effect.scoped)

/** The line of a journal between two places, as the cassette is to hold it; undefined if it is not what was written there. */
export const readLine = (
  path: string,
  start: number,
  end: number
): Effect.Effect<string | undefined, PlatformError, FileSystem.FileSystem> =>
  Effect.gen(function* () {
    const fs = yield* FileSystem.FileSystem
    const opened = yield* fs.open(path)
    const bytes = Buffer.alloc(end - start)
    for (let at = 0, count = 1; count > 0 && at < bytes.length; at += count) {
      count = yield* opened.read(bytes.subarray(at), { position: BigInt(start + at) })
    }
    return contentOf(bytes.toString("utf8"))
  }).pipe(Effect.scoped)

/** Without the lines of runs that are there again with what judges said. Any other line stays: reading it says what is wrong. */
const lastLines = (lines: ReadonlyArray<string | undefined>): ReadonlyArray<string | undefined> => {
  const bare = lines.map((line = "") =>
    tryCatch(() => JSON.stringify({ ...(JSON.parse(line) as object), judgements: undefined }))
  )
  const last = new Map(bare.map((line, at) => [line, at]))
  return lines.filter((line, at) => {
    const latest = bare[at] === undefined ? at : (last.get(bare[at]) ?? at)
    return latest === at || lines[latest] === line
  })
}

/** As a cassette has them: in a journal, each line has a checksum of another kind. */
const sealed = ([header = "", ...runs]: ReadonlyArray<string | undefined>): string => {
  const { end, seal } = sealer(tryCatch((): number | undefined => JSON.parse(header).version))
  return [header, ...runs].map((line = "") => seal(line)).join("") + end()
}

/** Whether the bad line was being written: the last one, or one of those that are written with the first run. */
const isUnwritten = (lines: ReadonlyArray<string>, bad: number): boolean =>
  (bad === lines.length - 1 || lines.length <= FIRST_LINES) && lines.slice(bad).some((line) => line.includes("\0"))

/** How it was started, the header, and the first run. */
const FIRST_LINES = 3

/** Each with its line feed. */
const LINES = /(?<=\n)/

const startLine = (mode: RecordMode): string => {
  const start: typeof Start.Type = { format: "passhat-journal", version: 1, mode }
  return `${JSON.stringify(start)}\n`
}

const checked = (line: string): string => `${createHash("sha256").update(line).digest("hex").slice(0, 16)} ${line}`

/** None if the line is not what was written, or not all of it. */
export const contentOf = (line: string): string | undefined => {
  const content = line.slice(17)
  return line === checked(content) ? content : undefined
}

const damaged = (file: string, line: number, reason: string): CassetteError =>
  new CassetteError({
    reason: "Damaged",
    file,
    line_number: line,
    sentence: `${file}, line ${line}: ${reason}.`,
    hint: "Record everything again with --record."
  })
