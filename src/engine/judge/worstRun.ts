/**
 * Tracks the worst run (ties: lowest index), whose opinion becomes the verdict and summary of a gate over many runs.
 */
import type { Opinion } from "./judgeGate.ts"

export interface WorstRun {
  /** The lower the rank, the worse the run. */
  readonly offer: (index: number, rank: number, opinion: Opinion) => void
  /** Undefined before any run was offered. */
  readonly opinion: () => Opinion | undefined
  readonly clear: () => void
}

export const worstRun = (): WorstRun => {
  let held: { readonly index: number; readonly rank: number; readonly opinion: Opinion } | undefined
  return {
    offer: (index, rank, opinion) => {
      if (held === undefined || rank < held.rank || (rank === held.rank && index < held.index)) {
        held = { index, rank, opinion }
      }
    },
    opinion: () => held?.opinion,
    clear: () => {
      held = undefined
    }
  }
}
