/**
 * Hands in what a worker performed while it had no database. The first result of a run counts, so handing in twice changes nothing.
 */
import * as Effect from "effect/Effect"
import type { Spool } from "../../layers/queue/spool.ts"
import type { Queue } from "../../services/RunQueue.ts"
import { stderr } from "../output/output.ts"

/** How many the queue kept. A file that cannot be read stays where it is. */
export const handIn = Effect.fnUntraced(function* (queue: Queue, spool: Spool) {
  let count = 0
  for (const file of yield* spool.files) {
    const found = yield* spool.read(file)
    if (found === undefined) {
      yield* stderr(`${spool.directory}/${file} is no run that a worker kept. Delete it, or look at what wrote it.\n`)
      continue
    }
    if ((yield* queue.keep(found.unit, found.result)) === "kept") count++
    yield* spool.remove(file)
  }
  return count
})
