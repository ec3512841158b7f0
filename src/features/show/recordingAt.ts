/**
 * Finds the recording at a path: the file itself, or the only recording in a folder.
 */
import * as Effect from "effect/Effect"
import { recordingsIn } from "../../app/recordings/recordingsIn.ts"
import { UsageError } from "../../app/kit/UsageError.ts"

/** How many recordings the message names if there are several. */
const NAMED = 5

export const recordingAt = Effect.fnUntraced(function* (path: string) {
  const files = yield* recordingsIn([path])
  const [only = path, ...others] = files
  if (others.length === 0) return only
  const named = files.slice(0, NAMED)
  const more = files.length - named.length
  return yield* new UsageError({
    what: `There are ${files.length} recordings in ${path}.`,
    hint: `Choose one: ${named.join(", ")}${more > 0 ? `, and ${more} more` : ""}.`
  })
})
