/**
 * A family of tests that share one chance of a false finding.
 *
 * Tests that their number of runs keeps from deciding anything are left out, by Tarone's rule: the others then have more of
 * the chance. It looks at numbers of runs alone, so that it can be applied before the tests are made.
 */
import { holm } from "../../stats/holm.ts"

/** Rounding changes the last digits of a p; one that equals its limit must not depend on them. */
const SLACK = 1 + 1e-12

/** The largest p that shows something with this confidence. */
export const errorAt = (confidence: number): number => (1 - confidence) * SLACK

export interface FamilyTest {
  readonly p: number
  /** The smallest p that as many runs can come to. */
  readonly least: number
}

export interface Corrected {
  /** Corrected so that it is compared with the error itself. Undefined for a test that is left out. */
  readonly p?: number
  readonly isShown: boolean
  /** What the p of the test alone is compared with, which comes to the same. */
  readonly level: number
}

/** The family has this share of the error, which is the chance of a false finding. */
export const correctedIn = (
  tests: ReadonlyArray<FamilyTest | undefined>,
  share: number,
  error: number
): ReadonlyArray<Corrected | undefined> => {
  const limit = largestLeast(
    tests.flatMap((test) => test?.least ?? []),
    error * share
  )
  const taking = tests.filter((test): test is FamilyTest => test !== undefined && test.least <= limit)
  const adjusted = new Map(holm(taking.map(({ p }) => p)).map((p, at) => [taking[at], Math.min(1, p / share)]))
  return tests.map((test) => {
    if (test === undefined) return undefined
    const p = adjusted.get(test)
    if (p === undefined) return { isShown: false, level: limit }
    return { p, isShown: p <= error, level: p > 0 ? error * (test.p / p) : (error * share) / taking.length }
  })
}

/** How small the least p of a test must be to take part: `level / k` with the smallest k that is not below their number. */
const largestLeast = (leasts: ReadonlyArray<number>, level: number): number => {
  let k = 1
  while (leasts.filter((least) => least <= level / k).length > k) k++
  return level / k
}

/** The smallest p of a one-sided test on splits of runs into two groups: only one split is as far apart as this. */
export const leastOfSplits = (one: number, other: number): number => {
  let splits = 1
  for (let run = 1; run <= Math.min(one, other); run++) splits *= (Math.max(one, other) + run) / run
  return 1 / splits
}

/** The same of a two-sided test on groups of one size, of which the mirrored split is as far apart. */
export const leastOfMirrored = (runs: number): number => Math.min(1, 2 * leastOfSplits(runs, runs))

/** The fewest runs with which a test can come to a p as small as the limit. */
export const fewestRuns = (least: (runs: number) => number, limit: number): number => {
  let runs = 1
  while (least(runs) > limit) runs++
  return runs
}
