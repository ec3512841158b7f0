/**
 * Cassettes of a suite that no cell of it asks for any more: left over from an agent or a model that is gone.
 */
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import { join, sep } from "node:path"
import type { Issue } from "../domain/Issue.ts"
import { notice } from "../domain/issues.ts"
import type { Plan } from "../domain/Plan.ts"
import { type Folder, holds } from "./Folder.ts"

export const unusedRecordings = (
  folder: Folder,
  plan: Plan
): Effect.Effect<ReadonlyArray<Issue>, never, FileSystem.FileSystem> => {
  const used = new Set(plan.cells.map(({ id }) => `${id}.jsonl`))
  const suites = new Set(plan.cells.map(({ id }) => id.split("/")[0] ?? id))
  return Effect.forEach(suites, (suite) => recordingsOf(folder, suite)).pipe(
    Effect.map((found) =>
      found
        .flat()
        .filter((name) => !used.has(name))
        .toSorted()
        .map((name) => unused(`${folder.shown}/${name}`))
    )
  )
}

/** What cannot be listed is not reported: a notice decides nothing. */
const recordingsOf = (folder: Folder, suite: string) =>
  Effect.gen(function* () {
    const fs = yield* FileSystem.FileSystem
    const directory = join(folder.directory, suite)
    if (!(yield* holds(folder, directory))) return []
    const names = yield* fs.readDirectory(directory, { recursive: true })
    return names.filter((name) => name.endsWith(".jsonl")).map((name) => `${suite}/${name.replaceAll(sep, "/")}`)
  }).pipe(Effect.orElseSucceed((): ReadonlyArray<string> => []))

const unused = (file: string): Issue =>
  notice(
    "UNUSED_RECORDING",
    `${file} is used by no cell of its suite.`,
    "Delete it, or bring back the agent or the model that it was recorded for."
  )
