/**
 * Whether the process that a lock names still runs: then its recording is in progress.
 */
import { join } from "node:path"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { readWhole } from "../../engine/layers/platform/readWhole.ts"
import { isRunning, ProcessIdentity } from "../../engine/layers/platform/processes.ts"

const decodeHolder = Schema.decodeUnknownOption(Schema.fromJsonString(ProcessIdentity))

/** A lock is a line. */
const MOST_BYTES = 64 * 1024

export const isHeld = (project: string, lock: string): boolean => {
  const bytes = readWhole(join(project, lock), MOST_BYTES)
  return typeof bytes !== "string" && Option.exists(decodeHolder(new TextDecoder().decode(bytes)), isRunning)
}
