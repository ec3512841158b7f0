/**
 * Hands in what a worker performed while it had no database. The first result of a run counts, so handing in twice changes nothing.
 */
import { join } from "node:path"
import * as Effect from "effect/Effect"
import type { Spool } from "./store/spool.ts"
import type { Queue } from "../../engine/services/RunQueue.ts"
import { escapeLine } from "../../base/std/escape.ts"
import { stderr } from "../../app/kit/output/output.ts"

/** How many the queue kept. A file that cannot be read, or that the queue refuses, stays where it is and keeps no other from being handed in. */
export const handIn = Effect.fnUntraced(function* (queue: Queue, spool: Spool) {
  let count = 0
  for (const file of yield* spool.files) {
    const found = yield* spool.read(file)
    const end =
      typeof found === "string"
        ? { refused: found }
        : yield* queue.keep(found.unit, found.result).pipe(
            Effect.catchIf(
              ({ reason }) => reason !== "Lost",
              ({ sentence }) => Effect.succeed({ refused: `${join(spool.directory, file)}: ${sentence}` })
            )
          )
    if (typeof end === "object") {
      yield* stderr(`${escapeLine(`${end.refused} It is not handed in: delete it, and the run is performed again.`)}\n`)
      continue
    }
    if (end === "kept") count++
    yield* spool.remove(file)
  }
  return count
})
