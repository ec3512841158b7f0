/**
 * A betting e-process against "the rate of wins is at most p", for a sample of at most n runs: how many wins of the first m
 * runs refute it, for every m.
 *
 * A capital of 1 is bet on wins at the odds of p, which are fair or worse while the rate is at most p. So the chance that it ever reaches
 * 1 / error is at most `error`, however often one looks (Ville's inequality). The capital is divided:
 *
 * - One part is bet so that it grows with the chance, at rate p, that the whole sample gets `enough` wins. It is as large as it must
 *   be for `enough` wins to refute p by itself: what the whole sample refutes is refuted here too, and no later.
 * - The rest is divided among bettors that stake a fixed share of what they have on every run.
 */
import { chanceOfAtLeast } from "./binomialTail.ts"

export interface Bet {
  readonly rate: number
  /** How many runs there will be at most. */
  readonly runs: number
  /** How many wins of all runs refute the rate; more than `runs` if no number does. */
  readonly enough: number
  readonly error: number
}

/** The shares that bettors stake, each with its part of the capital. Staking everything wins fastest if no run is lost. */
const BETTORS: ReadonlyArray<{ readonly stake: number; readonly part: number }> = [
  { stake: 1, part: 0.5 },
  { stake: 0.8, part: 0.125 },
  { stake: 0.6, part: 0.125 },
  { stake: 0.4, part: 0.125 },
  { stake: 0.2, part: 0.125 }
]

/**
 * The least number of wins that refutes the rate after m runs, at index m; above m if none does. From one run to the next
 * it stays or grows by one: a loss never helps, and a win makes up for itself.
 */
export const winsNeeded = ({ enough, error, rate, runs }: Bet): ReadonlyArray<number> => {
  const whole = chanceOfAtLeast(enough, runs, rate)
  const reserved = Math.min(1, whole / error)
  const [won, lost] = [
    BETTORS.map(({ stake }) => 1 + (stake * (1 - rate)) / rate),
    BETTORS.map(({ stake }) => 1 - stake)
  ]
  /** What the bettors have, relative to their parts, after `wins` wins and the losses that the needed wins leave room for. */
  let held = BETTORS.map(() => 1)
  let wins = 0
  let hasReached = false

  const isRefuted = (capital: ReadonlyArray<number>, passed: number, m: number): boolean => {
    if (passed >= enough) return true
    const bettors = capital.reduce((sum, one, at) => sum + BETTORS[at]!.part * one, 0)
    const reserve = reserved === 0 ? 0 : chanceOfAtLeast(enough - passed, runs - m, rate) / whole
    return (reserved * reserve + (1 - reserved) * bettors) * error >= 1
  }
  const after = (factors: ReadonlyArray<number>): ReadonlyArray<number> => held.map((one, at) => one * factors[at]!)

  const needed = [1]
  for (let m = 1; m <= runs; m++) {
    const losing = after(lost)
    if (hasReached && isRefuted(losing, wins, m)) held = [...losing]
    else {
      held = [...after(won)]
      wins += 1
      hasReached ||= isRefuted(held, wins, m)
    }
    needed.push(hasReached ? wins : m + 1)
  }
  return needed
}
