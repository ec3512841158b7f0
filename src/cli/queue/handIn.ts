/**
 * Hands in what a worker performed while it had no database. The first result of a run counts, so handing in twice changes nothing.
 */
import * as Effect from "effect/Effect"
import type { Spool } from "../../layers/queue/spool.ts"
import type { Queue } from "../../services/RunQueue.ts"
import { escapeLine } from "../../std/escape.ts"
import { stderr } from "../output/output.ts"

/** How many the queue kept. A file that cannot be read stays where it is. */
export const handIn = Effect.fnUntraced(function* (queue: Queue, spool: Spool) {
  let count = 0
  for (const file of yield* spool.files) {
    const found = yield* spool.read(file)
    if (typeof found === "string") {
      yield* stderr(`${escapeLine(`${found} It is not handed in: delete it, and the run is performed again.`)}\n`)
      continue
    }
    if ((yield* queue.keep(found.unit, found.result)) === "kept") count++
    yield* spool.remove(file)
  }
  return count
})
