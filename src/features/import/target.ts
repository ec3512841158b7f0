/**
 * Where an import goes: a suite file and a folder of recordings, both new or both replaced, and only together.
 */
import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs"
import { dirname, join } from "node:path"
import * as Effect from "effect/Effect"
import { writeWhole } from "../../engine/layers/platform/writeWhole.ts"
import { slug } from "../../language/plan/cellId.ts"
import { errorCode } from "../../base/std/errorCode.ts"
import { cleanUp } from "../../base/std/tryCatch.ts"
import type { TargetProject } from "../init/TargetProject.ts"
import { UsageError } from "../../app/kit/UsageError.ts"

export interface ImportTarget {
  /** Relative to the project, with `/`. */
  readonly suite: string
  readonly recordings: string
  /** A new folder for what is not ready yet, removed with the scope. */
  readonly staging: string
  /** Puts the recordings of the staging folder and the text of the suite in their places. */
  readonly commit: (text: string) => Effect.Effect<void, UsageError>
}

export const targetOf = Effect.fnUntraced(function* (project: TargetProject, name: string, overwrite: boolean) {
  const { extension, folder } = project
  const suite = `suites/${slug(name)}.${extension}`
  const recordings = `cassettes/${slug(name)}`
  const existing = [suite, recordings].filter((path) => existsSync(join(folder, path)))
  if (existing.length > 0 && !overwrite) {
    return yield* new UsageError({
      what: `${existing.join(" and ")} exist${existing.length === 1 ? "s" : ""} already.`,
      hint: "Give the suite another name, or replace what is there with --overwrite. Nothing was written."
    })
  }
  const staging = join(folder, "cassettes", `.import-${crypto.randomUUID()}`)
  yield* Effect.acquireRelease(
    attempt(() => void mkdirSync(staging, { recursive: true })),
    () => Effect.sync(() => rmSync(staging, { recursive: true, force: true }))
  )
  const commit = (text: string) => attempt(() => replace(folder, { suite, recordings, staging, text, name }))
  return { suite, recordings, staging, commit } satisfies ImportTarget
})

interface Replacement extends Pick<ImportTarget, "suite" | "recordings" | "staging"> {
  readonly text: string
  readonly name: string
}

/** What was there goes into the staging folder, and comes back if the suite cannot be written. */
const replace = (folder: string, { name, recordings, staging, suite, text }: Replacement): void => {
  const [made, old, place] = [join(staging, slug(name)), join(staging, "replaced"), join(folder, recordings)]
  const hadOld = existsSync(place)
  if (hadOld) renameSync(place, old)
  mkdirSync(dirname(place), { recursive: true })
  renameSync(made, place)
  cleanUp(
    () => writeWhole(join(folder, suite), text),
    () => {
      rmSync(place, { recursive: true, force: true })
      if (hadOld) renameSync(old, place)
    }
  )
}

const attempt = (work: () => void): Effect.Effect<void, UsageError> =>
  Effect.try({
    try: work,
    catch: (thrown) =>
      new UsageError({
        what: `The import could not be written (${errorCode(thrown)}).`,
        hint: "Make room for it. Nothing was written."
      })
  })
