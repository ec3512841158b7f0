/**
 * Cassettes of a suite that no cell of it asks for any more: left over from an agent or a model that is gone.
 */
import { readdirSync } from "node:fs"
import { join, sep } from "node:path"
import type { Issue } from "../../base/domain/Issue.ts"
import { notice } from "../../base/domain/issues.ts"
import type { Plan } from "../../base/domain/plan/Plan.ts"
import { tryCatch } from "../../base/std/tryCatch.ts"
import { type Folder, holds } from "./Folder.ts"

export const unusedRecordings = (folder: Folder, { cells }: Plan): ReadonlyArray<Issue> => {
  const used = new Set(cells.map(({ id }) => `${id}.jsonl`))
  const suites = [...new Set(cells.map(({ id }) => id.split("/")[0] ?? id))]
  return suites
    .flatMap((suite) => recordingsOf(folder, suite))
    .filter((name) => !used.has(name))
    .toSorted()
    .map((name) => unusedRecording(`${folder.shown}/${name}`))
}

/** A folder that cannot be listed has no notices: they decide nothing. */
const recordingsOf = (folder: Folder, suite: string): ReadonlyArray<string> => {
  const directory = join(folder.directory, suite)
  const names = tryCatch(
    () => (holds(folder, directory) ? readdirSync(directory, { recursive: true, encoding: "utf8" }) : []),
    () => []
  )
  return names.filter((name) => name.endsWith(".jsonl")).map((name) => `${suite}/${name.replaceAll(sep, "/")}`)
}

export const unusedRecording = (file: string): Issue =>
  notice(
    "UNUSED_RECORDING",
    `${file} is used by no cell of its suite.`,
    "Delete it, or bring back the agent or the model that it was recorded for."
  )
