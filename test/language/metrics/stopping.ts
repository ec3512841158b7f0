/**
 * Cells that stop early, without their runs: what a rule decides of outcomes, how likely, and of simulated ones.
 */
import type { StopRule } from "../../../src/base/domain/verdict/Metric.ts"
import type { Verdict } from "../../../src/base/domain/verdict/Verdict.ts"
import { diceOf } from "../../../bench/workload/dice.ts"

/** The first run that decides, and the verdict. */
export const decisionAfter = (
  { decide }: StopRule,
  sample: Iterable<boolean>
): { readonly after: number; readonly verdict: Verdict } => {
  let [after, passes] = [0, 0]
  for (const passed of sample) {
    after += 1
    passes += passed ? 1 : 0
    const verdict = decide(passes, after)
    if (verdict !== undefined) return { after, verdict }
  }
  throw new Error(`${after} runs decide nothing`)
}

/** The chance of each verdict, and the mean number of runs: summed over all ways in which the runs can go. */
export const chances = ({ decide }: StopRule, runs: number, rate: number): Record<Verdict | "runs", number> => {
  const found = { pass: 0, fail: 0, none: 0, runs: 0 }
  /** By the number of passes, while nothing is decided. */
  let open = [1]
  for (let made = 1; made <= runs; made++) {
    const next = Array<number>(made + 1).fill(0)
    for (const [passes, chance] of open.entries()) {
      next[passes]! += chance * (1 - rate)
      next[passes + 1]! += chance * rate
    }
    for (const [passes, chance] of next.entries()) {
      const verdict = decide(passes, made)
      if (verdict === undefined) continue
      found[verdict] += chance
      found.runs += chance * made
      next[passes] = 0
    }
    open = next
  }
  return found
}

export interface Simulated {
  readonly runs: number
  readonly rate: number
  readonly cells: number
  readonly seed: number
}

/** How many of so many cells have each verdict, and their runs in all. */
export const simulate = (rule: StopRule, { cells, rate, runs, seed }: Simulated): Record<Verdict | "runs", number> => {
  const found = { pass: 0, fail: 0, none: 0, runs: 0 }
  const dice = diceOf(seed)
  const flips = function* (): Iterable<boolean> {
    for (let run = 0; run < runs; run++) yield dice(1_000_000) < rate * 1_000_000
  }
  for (let cell = 0; cell < cells; cell++) {
    const { after, verdict } = decisionAfter(rule, flips())
    found[verdict] += 1
    found.runs += after
  }
  return found
}
