/**
 * The end of the process: work comes to an exit code, what was asked for wrongly to one sentence, and everything is
 * written before the process goes.
 */
import * as Effect from "effect/Effect"
import type * as FileSystem from "effect/FileSystem"
import { layer as fileSystem } from "../layers/platform/fileSystem.ts"
import { isStale } from "./freshness.ts"
import { leave } from "./leave.ts"
import { stderr } from "./output.ts"
import { UsageError } from "./UsageError.ts"

export const exitWith = async (work: Effect.Effect<number, UsageError, FileSystem.FileSystem>): Promise<void> => {
  const told = ((await isStale(import.meta.filename)) ? Effect.fail(stale) : work).pipe(
    Effect.catch((error) => Effect.as(stderr(`${error.message}\n`), 2)),
    Effect.catchDefect((defect) =>
      Effect.as(stderr(`passhat came upon a fault of its own: ${messageOf(defect)}.\n`), 2)
    ),
    Effect.provide(fileSystem)
  )
  leave(await Effect.runPromise(told))
}

const stale = new UsageError({
  what: "This bundle of passhat was not made of the sources beside it.",
  hint: "Run npm run build, or leave npm run dev running."
})

const messageOf = (defect: unknown): string => (defect instanceof Error ? defect.message : String(defect))
