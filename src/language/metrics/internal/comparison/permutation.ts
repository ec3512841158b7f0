/**
 * The permutation test: is the distance between two groups of runs larger than between groups that chance makes of them?
 *
 * The statistic is the energy distance. With all runs given, it is the larger, the smaller the distances within both groups
 * are, those of a group weighed by the size of the other. That is N times the distances within the first group, minus its
 * size times the distances of its runs to all runs, plus a constant: a whole number, so that ties are exact.
 *
 * Runs of one kind are interchangeable, so splits are counted by how many runs of each kind the first group has. If there
 * are too many to count, a fixed, seeded sample of splits is taken, and the split that was found is one of them: the test
 * then errs no more often, and only its p is less fine.
 */

/** How many runs of each group are of a kind. */
export type KindCounts = ReadonlyArray<readonly [first: number, second: number]>

export interface PermutationTest {
  readonly p: number
  /** The number of splits in the sample; undefined if all of them were counted. */
  readonly sampled?: number
}

/** Ten runs against ten that all differ have 184,756 splits. */
const MOST_COUNTED = 200_000
const SAMPLED = 9_999

/** `distance` is a whole number for each pair of kinds, and 0 for a kind and itself. */
export const permutationTest = (
  counts: KindCounts,
  distance: (a: number, b: number) => number,
  mostCounted = MOST_COUNTED
): PermutationTest => {
  const sizes = counts.map(([first, second]) => first + second)
  const matrix = sizes.map((_, a) => sizes.map((__, b) => distance(a, b)))
  const toAll = matrix.map((row) => row.reduce((sum, one, kind) => sum + one * sizes[kind]!, 0))
  const found = counts.map(([first]) => first)
  const test: Splits = { sizes, first: total(found), runs: total(sizes), matrix, toAll }
  const limit = found.reduce((sum, own, kind) => sum + added(test, kind, own, found), 0)
  return numberOfSplits(sizes, test.first) <= mostCounted
    ? { p: counted(test, limit) }
    : { p: sampled(test, limit), sampled: SAMPLED }
}

interface Splits {
  readonly sizes: ReadonlyArray<number>
  /** The size of the first group, and of both. */
  readonly first: number
  readonly runs: number
  readonly matrix: ReadonlyArray<ReadonlyArray<number>>
  /** The distances of one run of a kind to all runs. */
  readonly toAll: ReadonlyArray<number>
}

/** What the runs of a kind in the first group add to the statistic, after the kinds before it. */
const added = (
  { first, matrix, runs, toAll }: Splits,
  kind: number,
  own: number,
  split: ReadonlyArray<number>
): number => {
  const row = matrix[kind]!
  let within = 0
  for (let other = 0; other < kind; other++) within += split[other]! * row[other]!
  return own * (runs * within - first * toAll[kind]!)
}

/** How many splits differ in the number of runs of some kind: the coefficient of x^first in the product of 1 + x + ... + x^size. */
const numberOfSplits = (sizes: ReadonlyArray<number>, first: number): number => {
  let ways = [1, ...Array.from({ length: first }, () => 0)]
  for (const size of sizes) {
    ways = ways.map((_, sum) => {
      let more = 0
      for (let own = 0; own <= size && own <= sum; own++) more += ways[sum - own]!
      return more
    })
  }
  return ways[first]!
}

/** Adds up on the way to a split, which is shared by all splits that begin alike. */
const counted = (test: Splits, limit: number): number => {
  const { first, runs, sizes } = test
  const split = sizes.map(() => 0)
  let [reached, all] = [0, 0]
  const visit = (kind: number, left: number, room: number, weight: number, sum: number): void => {
    if (kind === sizes.length) {
      all += weight
      if (sum <= limit) reached += weight
      return
    }
    const size = sizes[kind]!
    const more = added(test, kind, 1, split)
    for (let own = 0, ways = 1; own <= size && own <= left; ways *= (size - own) / (own + 1), own++) {
      if (left - own > room - size) continue
      split[kind] = own
      visit(kind + 1, left - own, room - size, weight * ways, sum + own * more)
    }
    split[kind] = 0
  }
  visit(0, first, runs, 1, 0)
  return reached / all
}

const sampled = ({ first, matrix, runs, sizes, toAll }: Splits, limit: number): number => {
  const drawn = sizes.flatMap((size, kind) => Array.from({ length: size }, () => kind))
  const next = seeded()
  let reached = 1
  for (let sample = 0; sample < SAMPLED; sample++) {
    let [within, outside] = [0, 0]
    for (let at = 0; at < first; at++) {
      const other = at + Math.floor(next() * (runs - at))
      const kind = drawn[other]!
      drawn[other] = drawn[at]!
      drawn[at] = kind
      const row = matrix[kind]!
      for (let before = 0; before < at; before++) within += row[drawn[before]!]!
      outside += toAll[kind]!
    }
    if (runs * within - first * outside <= limit) reached++
  }
  return reached / (SAMPLED + 1)
}

/** Numbers from 0 up to 1, the same ones on every machine: Mulberry32, which needs whole numbers of 32 bits only. */
const seeded = (): (() => number) => {
  let state = 0x9e3779b9
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const total = (numbers: ReadonlyArray<number>): number => numbers.reduce((sum, one) => sum + one, 0)
