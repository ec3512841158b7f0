/**
 * Pairs the items of two lists, each at most once: a maximum bipartite matching, by augmenting paths.
 *
 * A greedy choice is not enough: it can use the only partner of a later item.
 */

/** Returns the right index of each left index, or undefined. No other pairing has more pairs. */
export const maximumMatching = (
  left: number,
  right: number,
  fits: (left: number, right: number) => boolean
): ReadonlyArray<number | undefined> => {
  const lefts = indices(left)
  const rights = indices(right)
  const candidates = lefts.map((l) => rights.filter((r) => fits(l, r)))
  const pairs: Pairs = { rightOf: new Map(), leftOf: new Map() }
  for (const start of lefts) augment(start, candidates, pairs)
  return lefts.map((l) => pairs.rightOf.get(l))
}

interface Pairs {
  readonly rightOf: Map<number, number>
  readonly leftOf: Map<number, number>
}

const indices = (count: number): ReadonlyArray<number> => Array.from({ length: count }, (_, index) => index)

/** Breadth first, without recursion: a chain of pairs that must change can be as long as the lists. */
const augment = (start: number, candidates: ReadonlyArray<ReadonlyArray<number>>, pairs: Pairs): void => {
  const reachedBy = new Map<number, number>()
  const queue = [start]
  for (const l of queue) {
    for (const r of candidates[l] ?? []) {
      if (reachedBy.has(r)) continue
      reachedBy.set(r, l)
      const owner = pairs.leftOf.get(r)
      if (owner === undefined) return reassign(r, reachedBy, pairs)
      queue.push(owner)
    }
  }
}

/** Pairs every right index on the path with the left index that reached it, back to the start. */
const reassign = (free: number, reachedBy: ReadonlyMap<number, number>, { leftOf, rightOf }: Pairs): void => {
  let r: number | undefined = free
  while (r !== undefined) {
    const l: number = reachedBy.get(r) as number
    const previous = rightOf.get(l)
    rightOf.set(l, r)
    leftOf.set(r, l)
    r = previous
  }
}
