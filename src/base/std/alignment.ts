/**
 * Pairs the items of two lists without changing their order: a longest common subsequence.
 *
 * The right items come in blocks; the items of one block may be in any order.
 */
import { maximumMatching } from "./matching.ts"

type Fits = (left: number, right: number) => boolean

/** Returns the left indices that have no pair: as few as possible, and later ones if there is a choice. */
export const leftOut = (left: number, right: number, fits: Fits): ReadonlyArray<number> => {
  const pairs = pairInOrder(
    left,
    Array.from({ length: right }, (_, r) => [r]),
    fits
  )
  return [...pairs.keys()].filter((l) => pairs[l] === undefined)
}

/** Returns the right index of each left index, or undefined. No other pairing that keeps the order has more pairs. */
export const pairInOrder = (
  left: number,
  blocks: ReadonlyArray<ReadonlyArray<number>>,
  fits: Fits
): ReadonlyArray<number | undefined> => {
  const within = blocks.map((block) => withinBlock(left, block, fits))
  const longest = suffixes(left, within)
  const pairs: Array<number | undefined> = Array.from({ length: left }, () => undefined)
  let from = 0
  let l = 0
  while (l < left) {
    let b = from
    while (b < blocks.length && !within[b]!.fitsAny(l)) b++
    // The earliest block that fits is never worse than a later one: everything after it can stay as it is.
    const paired = within[b]?.pairedFrom(l) ?? []
    const count = paired.findLastIndex((last, at) => longest[from]![l] === at + 1 + longest[b + 1]![last + 1]!) + 1
    if (count === 0) l++
    else {
      const taken = paired.slice(0, count)
      within[b]!.pair(taken).forEach((r, at) => (pairs[taken[at]!] = r))
      from = b + 1
      l = taken.at(-1)! + 1
    }
  }
  return pairs
}

interface Block {
  readonly fitsAny: (left: number) => boolean
  /** The left items from `left` on, in order, that the block can be paired with at once, `left` being the first. */
  readonly pairedFrom: (left: number) => ReadonlyArray<number>
  readonly pair: (lefts: ReadonlyArray<number>) => ReadonlyArray<number | undefined>
}

const withinBlock = (left: number, block: ReadonlyArray<number>, fits: Fits): Block => {
  const able: Array<number> = []
  const isAble = new Uint8Array(left)
  const known = new Uint8Array(left * block.length)
  for (let l = 0; l < left; l++) {
    const start = l * block.length
    for (let at = 0; at < block.length; at++) {
      if (!fits(l, block[at]!)) continue
      known[start + at] = 1
      isAble[l] = 1
    }
    if (isAble[l] === 1) able.push(l)
  }
  const pair = (lefts: ReadonlyArray<number>): ReadonlyArray<number | undefined> =>
    maximumMatching(lefts.length, block.length, (l, at) => known[lefts[l]! * block.length + at] === 1).map((at) =>
      at === undefined ? undefined : block[at]
    )
  return {
    fitsAny: (l) => isAble[l] === 1,
    pairedFrom: (l) => {
      if (block.length === 1) return [l]
      const after = able.slice(able.indexOf(l))
      const pairs = pair(after)
      return after.filter((_, at) => pairs[at] !== undefined)
    },
    pair
  }
}

/** At `[b][l]`: how many left items from `l` on can be paired in order with blocks from `b` on. */
const suffixes = (left: number, within: ReadonlyArray<Block>): ReadonlyArray<Uint32Array> => {
  const longest = Array.from({ length: within.length + 1 }, () => new Uint32Array(left + 1))
  for (let b = within.length - 1; b >= 0; b--) {
    const next = longest[b + 1]!
    for (let l = left - 1; l >= 0; l--) {
      let most = Math.max(next[l]!, longest[b]![l + 1]!)
      if (within[b]!.fitsAny(l)) {
        for (const [at, last] of within[b]!.pairedFrom(l).entries()) most = Math.max(most, at + 1 + next[last + 1]!)
      }
      longest[b]![l] = most
    }
  }
  return longest
}
