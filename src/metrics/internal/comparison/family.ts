/**
 * A family of tests that share one chance of a false finding.
 *
 * Tests that their number of runs keeps from deciding anything are left out, by Tarone's rule: the others then have more of
 * the chance. It looks at numbers of runs alone, so that it can be applied before the tests are made.
 */
import { holm } from "../../holm.ts"

export interface FamilyTest {
  readonly p: number
  /** The smallest p that as many runs can come to. */
  readonly least: number
}

/** The p of each test, corrected so that it is compared with `error` itself. Undefined for tests that are left out. */
export const adjustedIn = (
  tests: ReadonlyArray<FamilyTest | undefined>,
  share: number,
  error: number
): ReadonlyArray<number | undefined> => {
  const limit = largestLeast(
    tests.flatMap((test) => test?.least ?? []),
    error * share
  )
  const isIn = (test: FamilyTest | undefined): test is FamilyTest => test !== undefined && test.least <= limit
  const corrected = holm(tests.filter(isIn).map(({ p }) => p))
  let at = 0
  return tests.map((test) => (isIn(test) ? Math.min(1, corrected[at++]! / share) : undefined))
}

/** How small the least p of a test must be to take part: `level / k` with the smallest k that is not below their number. */
const largestLeast = (leasts: ReadonlyArray<number>, level: number): number => {
  let k = 1
  while (leasts.filter((least) => least <= level / k).length > k) k++
  return level / k
}

/** The smallest p of McNemar's test: all pairs differ, in one direction. */
export const leastOfPairs = (pairs: number): number => {
  let chance = 1
  for (let pair = 0; pair < pairs; pair++) chance /= 2
  return chance
}

/** The smallest p of a test on splits of runs into two groups of this size, of which the mirrored one is as far apart. */
export const leastOfSplits = (runs: number): number => {
  let splits = 1
  for (let run = 1; run <= runs; run++) splits *= (2 * run * (2 * run - 1)) / (run * run)
  return Math.min(1, 2 / splits)
}

/** The fewest runs with which a test can come to a p as small as the limit. */
export const fewestRuns = (least: (runs: number) => number, limit: number): number => {
  let runs = 1
  while (least(runs) > limit) runs++
  return runs
}
