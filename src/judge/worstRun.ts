/**
 * Tracks the worst run (ties: lowest index), whose opinion becomes the verdict and summary of a gate over many runs.
 */
import type { GateData } from "../domain/Plan.ts"
import { type Opinion, type Summarized, summarize } from "./judgeGate.ts"

/** A run's opinion as plain data, so that another thread can compare it with the worst of its own runs. */
export interface RankedRun extends Summarized {
  readonly index: number
  /** The lower, the worse. */
  readonly rank: number
}

export interface WorstRun {
  readonly offer: (index: number, rank: number, opinion: Opinion) => void
  readonly join: (other: RankedRun | undefined) => void
  /** Undefined before any run was offered. */
  readonly ranked: () => RankedRun | undefined
  readonly opinion: () => Opinion | undefined
  readonly clear: () => void
}

export const worstRun = (gate: GateData): WorstRun => {
  let held: { readonly index: number; readonly rank: number; readonly opinion: Opinion } | undefined
  const offer: WorstRun["offer"] = (index, rank, opinion) => {
    if (held === undefined || rank < held.rank || (rank === held.rank && index < held.index)) {
      held = { index, rank, opinion }
    }
  }
  return {
    offer,
    join: (other) => {
      if (other === undefined) return
      const { index, judged, rank, summary } = other
      offer(index, rank, { judged, summary: () => summary })
    },
    ranked: () => held && { index: held.index, rank: held.rank, ...summarize(gate, held.opinion) },
    opinion: () => held?.opinion,
    clear: () => {
      held = undefined
    }
  }
}
