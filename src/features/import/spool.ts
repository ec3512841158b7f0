/**
 * Runs that wait on the disk until all files are read: the suite needs the tools of every run, and memory does not hold them all.
 */
import { closeSync, openSync, readSync } from "node:fs"
import * as Effect from "effect/Effect"
import type { Scope } from "effect/Scope"
import { writeBytes } from "../../engine/layers/platform/writeWhole.ts"
import type { ImportedRun } from "../../edges/telemetry/Item.ts"

/** Where a run waits. */
export interface Spooled {
  readonly offset: number
  readonly bytes: number
}

/** What of a run goes into its recording. */
export type SpooledRun = Pick<ImportedRun, "broken" | "outcome" | "trace">

export interface Spool {
  readonly put: (run: SpooledRun) => Spooled
  readonly take: (place: Spooled) => SpooledRun
}

/** A file that is closed with the scope. Its methods throw what `node:fs` throws. */
export const openSpool = (path: string): Effect.Effect<Spool, never, Scope> =>
  Effect.map(
    Effect.acquireRelease(
      Effect.sync(() => openSync(path, "wx+")),
      (file) => Effect.sync(() => closeSync(file))
    ),
    (file): Spool => {
      let size = 0
      return {
        put: ({ broken, outcome, trace }) => {
          const bytes = new TextEncoder().encode(JSON.stringify({ broken, outcome, trace }))
          writeBytes(file, bytes)
          const place = { offset: size, bytes: bytes.length }
          size += bytes.length
          return place
        },
        take: ({ bytes, offset }) => {
          const buffer = new Uint8Array(bytes)
          for (let at = 0; at < bytes;) at += readSync(file, buffer, at, bytes - at, offset + at)
          return JSON.parse(new TextDecoder().decode(buffer))
        }
      }
    }
  )
