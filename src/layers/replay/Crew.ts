/**
 * Others who help to replay large recordings. Who they are is for the edge to say.
 */
import type * as Effect from "effect/Effect"
import type { RecordedRun } from "../../domain/Cassette.ts"
import type { Cell } from "../../domain/Plan.ts"
import type { Parts } from "../../services/Cassettes.ts"
import type { Recording } from "./blocks.ts"
import type { Stretch } from "../../cassette/runIndices.ts"

export interface Crew {
  /**
   * Replays a recording with their help, and comes to the indices of its runs. Comes to nothing where there is anything
   * unusual about it, and what was told by then is void.
   */
  readonly replay: (
    cell: Cell,
    recording: Recording,
    replaying: Replaying
  ) => Effect.Effect<ReadonlyArray<Stretch> | undefined>
  /** They are not needed any more. */
  readonly dismiss: Effect.Effect<unknown>
}

/** Who hears of the runs. */
export interface Replaying {
  /** Whether it was replayed as recorded. */
  readonly run: (recorded: RecordedRun) => boolean
  readonly parts: Parts
}
