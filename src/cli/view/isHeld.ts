/**
 * Whether the process that a lock names still runs: then its recording is in progress.
 */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { isRunning, ProcessIdentity } from "../../layers/platform/processes.ts"
import { tryCatch } from "../../std/tryCatch.ts"

const decodeHolder = Schema.decodeUnknownOption(Schema.fromJsonString(ProcessIdentity))

export const isHeld = (project: string, lock: string): boolean => {
  const text = tryCatch(() => readFileSync(join(project, lock), "utf8"))
  return Option.exists(decodeHolder(text), isRunning)
}
