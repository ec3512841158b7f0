/**
 * The one run of many that a gate speaks of: that of the lowest rank, and among those the one with the lowest number.
 */
import type { GateData } from "../domain/Plan.ts"
import { type Opinion, type Settled, settled } from "./judgeGate.ts"

/** Plain data, so that it can stand against the first of other runs. */
export interface First extends Settled {
  readonly index: number
  readonly rank: number
}

export interface Foremost {
  readonly offer: (index: number, rank: number, opinion: Opinion) => void
  readonly join: (first: First | undefined) => void
  readonly first: () => First | undefined
  readonly opinion: () => Opinion | undefined
  readonly clear: () => void
}

export const foremost = (gate: GateData): Foremost => {
  let held: { readonly index: number; readonly rank: number; readonly opinion: Opinion } | undefined
  const offer: Foremost["offer"] = (index, rank, opinion) => {
    if (held === undefined || rank < held.rank || (rank === held.rank && index < held.index)) {
      held = { index, rank, opinion }
    }
  }
  return {
    offer,
    join: (first) => {
      if (first === undefined) return
      const { index, judged, rank, summary } = first
      offer(index, rank, { judged, summary: () => summary })
    },
    first: () => held && { index: held.index, rank: held.rank, ...settled(gate, held.opinion) },
    opinion: () => held?.opinion,
    clear: () => {
      held = undefined
    }
  }
}
