/**
 * The lengths of Huffman codes: the more often a symbol comes, the shorter is its code.
 */

/** By symbol, from how often each comes. None is longer than `limit`; a symbol that does not come has length 0. */
export const codeLengths = (counts: ReadonlyArray<number>, limit: number): ReadonlyArray<number> => {
  const used = atLeastTwo(counts)
    .map((count, symbol) => ({ count, symbol }))
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => a.count - b.count || a.symbol - b.symbol)
  const howMany = limited(depths(used.map(({ count }) => count)), limit)
  const lengths = counts.map(() => 0)
  let at = 0
  for (let length = limit; length > 0; length--) {
    for (let left = howMany[length] ?? 0; left > 0; left--) lengths[used[at++]!.symbol] = length
  }
  return lengths
}

/** Readers refuse a code of a single symbol in some places. */
const atLeastTwo = (counts: ReadonlyArray<number>): ReadonlyArray<number> => {
  let lacking = 2 - counts.filter((count) => count > 0).length
  return counts.map((count) => (count === 0 && lacking-- > 0 ? 1 : count))
}

/** How deep each leaf of the Huffman tree is, for counts in ascending order. */
const depths = (counts: ReadonlyArray<number>): ReadonlyArray<number> => {
  const leaves = counts.length
  const weights = [...counts]
  const parents: Array<number> = []
  let [leaf, inner] = [0, leaves]
  const lightest = (): number =>
    leaf < leaves && (inner >= weights.length || weights[leaf]! <= weights[inner]!) ? leaf++ : inner++
  while (weights.length < 2 * leaves - 1) {
    const [one, other] = [lightest(), lightest()]
    parents[one] = weights.length
    parents[other] = weights.length
    weights.push(weights[one]! + weights[other]!)
  }
  const depth = weights.map(() => 0)
  for (let node = weights.length - 2; node >= 0; node--) depth[node] = depth[parents[node]!]! + 1
  return depth.slice(0, leaves)
}

/** How many codes there are of each length, with those that are too long shortened, and others lengthened for them. */
const limited = (all: ReadonlyArray<number>, limit: number): ReadonlyArray<number> => {
  const howMany = Array.from({ length: limit + 1 }, () => 0)
  for (const depth of all) howMany[Math.min(depth, limit)]!++
  const space = howMany.reduce((sum, count, length) => sum + (length === 0 ? 0 : count * (1 << (limit - length))), 0)
  for (let excess = space - (1 << limit); excess > 0; excess--) {
    let shorter = limit - 1
    while (howMany[shorter] === 0) shorter--
    howMany[limit]!--
    howMany[shorter]!--
    howMany[shorter + 1]! += 2
  }
  return howMany
}

/** The codes of given lengths, each with its bits reversed, as a block has them. */
export const codesOf = (lengths: ReadonlyArray<number>): ReadonlyArray<number> => {
  const longest = lengths.reduce((most, length) => Math.max(most, length), 0)
  const next: Array<number> = [0, 0]
  for (let length = 2; length <= longest + 1; length++) {
    const shorter = lengths.filter((one) => one === length - 1).length
    next[length] = (next[length - 1]! + shorter) << 1
  }
  return lengths.map((length) => (length === 0 ? 0 : reversed(next[length]!++, length)))
}

const reversed = (code: number, length: number): number => {
  let bits = 0
  for (let at = 0; at < length; at++) bits |= ((code >> at) & 1) << (length - 1 - at)
  return bits
}
