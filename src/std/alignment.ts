/**
 * Pairs the items of two lists without changing their order: a longest common subsequence.
 */

/** Returns the left indices that have no pair: as few as possible, and later ones if there is a choice. */
export const leftOut = (
  left: number,
  right: number,
  fits: (left: number, right: number) => boolean
): ReadonlyArray<number> => {
  const longest = suffixes(left, right, fits)
  const out: Array<number> = []
  let from = 0
  for (let l = 0; l < left; l++) {
    let r = from
    while (r < right && !fits(l, r)) r++
    if (r < right && longest[l + 1]![r + 1]! + 1 === longest[l]![from]!) from = r + 1
    else out.push(l)
  }
  return out
}

/** At `[l][r]`: how many left items from `l` on can be paired in order with right items from `r` on. */
const suffixes = (
  left: number,
  right: number,
  fits: (left: number, right: number) => boolean
): ReadonlyArray<Uint32Array> => {
  const longest = Array.from({ length: left + 1 }, () => new Uint32Array(right + 1))
  for (let l = left - 1; l >= 0; l--) {
    for (let r = right - 1; r >= 0; r--) {
      longest[l]![r] = fits(l, r) ? longest[l + 1]![r + 1]! + 1 : Math.max(longest[l + 1]![r]!, longest[l]![r + 1]!)
    }
  }
  return longest
}
