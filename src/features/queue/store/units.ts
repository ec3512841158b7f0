/**
 * Units as effect's PersistedQueue has them: a queue a plan, and an element a unit.
 */
import * as Schema from "effect/Schema"
import type { LeasedUnit, Unit } from "../../../engine/services/RunQueue.ts"
import { sha256 } from "../../../base/std/sha256.ts"

/** What waits in the queue of a plan. */
export const Element = Schema.Struct({
  cell: Schema.String,
  index: Schema.Natural,
  generation: Schema.Natural
})

/** Cells have ids of any length, and elements have not. */
export const cellKey = (cell: string): string => sha256(cell).slice(0, 32)

/** The id of an element. The queue ignores an id that it has known before, completed or dead: each generation has one of its own. */
export const unitId = ({ cell, generation, index }: Omit<LeasedUnit, "attempt" | "plan">): string =>
  `${cellKey(cell)}:${index}:${generation}`

export const unitKey = ({ cell, index, plan }: Unit): string => `${plan} ${index} ${cell}`
