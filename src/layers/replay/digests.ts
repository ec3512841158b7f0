/**
 * What is kept of a recording outside the project, so that judging it again need not read it again: every run without what
 * its tools answered.
 *
 * It is trusted only for the very bytes that it was made of, and as long as its own are what was written. Whatever is
 * wrong with it, it is as if there were none. It is made when a recording of some size is replayed a second time unchanged:
 * what is replayed once is not worth it.
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import type { Cell } from "../../domain/Plan.ts"
import type { RunResult } from "../../domain/Run.ts"
import type { ProjectCache } from "../platform/projectCache.ts"
import { isWorthDigests, nameOf, noteOf } from "./digestNames.ts"
import type { Folder } from "../../cassette/Folder.ts"
import { readLean, writeLean } from "./leanRun.ts"
import { type Read, readBytes, stampOf } from "./readText.ts"
import { type SeenIndices, seenIndices } from "../../cassette/runIndices.ts"

export interface Digests {
  readonly cache: ProjectCache
  /** Of passhat: another one may understand a recording in another way. */
  readonly version: string
}

/** How many runs are handed over before somebody else may have a turn. */
const BATCH = 1_000

/** Hands over what is kept of a recording, and comes to its indices; to nothing where what was handed over is void. */
export const recall = Effect.fnUntraced(function* (
  { cache, version }: Digests,
  folder: Folder,
  cell: Cell,
  take: (result: RunResult) => void
) {
  const text = cache.read(nameOf(cell))
  if (text === undefined) return Option.none()
  const { createHash } = yield* cryptography
  const key = text.slice(0, text.indexOf("\n"))
  const from = key.length + 1 + SUM_LENGTH
  const sum = createHash("sha256").update(text.slice(from)).digest("hex")
  if (!key.startsWith(keyOf(cell, version, "")) || text.slice(key.length + 1, from) !== `${sum}\n`) return Option.none()
  const hash = createHash("sha256")
  yield* readBytes(folder, `${cell.id}.jsonl`, (bytes) => {
    hash.update(bytes)
    return Result.void
  })
  if (key !== keyOf(cell, version, hash.digest("hex"))) return Option.none()
  const seen = seenIndices()
  for (let at = from, count = 1; at < text.length; count++) {
    if (count % BATCH === 0) yield* Effect.yieldNow
    const end = text.indexOf("\n", at)
    const result = readLean(text.slice(at, end))
    seen.add(result.index)
    if (result.index <= cell.runs) take(result)
    at = end + 1
  }
  return Option.some<SeenIndices>(seen)
})

/** What is made of a recording while it is replayed. */
export interface Making {
  readonly bytes: Read
  readonly take: (result: RunResult | undefined) => void
  /** Called once all of it was read. */
  readonly keep: (seen: SeenIndices) => void
}

/** Nothing where the recording is too small or too large, or was not seen before as it is now: then that is noted. */
export const making = Effect.fnUntraced(function* ({ cache, version }: Digests, folder: Folder, cell: Cell) {
  const { size, stamp } = yield* stampOf(folder, `${cell.id}.jsonl`)
  if (!isWorthDigests(size)) return undefined
  if (cache.read(noteOf(cell)) !== stamp) {
    cache.write(noteOf(cell), stamp)
    return undefined
  }
  const { createHash } = yield* cryptography
  const hash = createHash("sha256")
  const lines: Array<string> = []
  /** A run that could not be replayed is told in words that digests do not keep. */
  let isWhole = true
  return {
    bytes: (bytes) => {
      hash.update(bytes)
      return Result.void
    },
    take: (result) => {
      if (result !== undefined && "trace" in result) lines.push(`${writeLean(result)}\n`)
      else isWhole = false
    },
    keep: (seen) => {
      if (!isWhole || seen.largest() > cell.runs) return
      const body = lines.join("")
      const sum = createHash("sha256").update(body).digest("hex")
      cache.write(nameOf(cell), `${keyOf(cell, version, hash.digest("hex"))}\n${sum}\n${body}`)
    }
  } satisfies Making
})

const FORMAT = "passhat-digests 1"

/** Everything that a replay depends on; the cassette comes last. */
const keyOf = ({ agent, fingerprint, id, model, observations }: Cell, version: string, cassette: string): string =>
  `${JSON.stringify([FORMAT, version, id, agent, model, fingerprint, observations.map(({ name }) => name)])} ${cassette}`

/** Loading it takes as long as a small replay. */
const cryptography = Effect.promise(() => import("node:crypto"))

/** In hexadecimal, and a line feed. */
const SUM_LENGTH = 65
