/**
 * Who goes with whom when both lists keep their order: a longest common subsequence.
 */

/** Gives the left indices that are left out, the fewest that can be; among equals, later ones. */
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

/** At `[l][r]`: how many of the lefts from `l` on can be paired in order with the rights from `r` on. */
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
