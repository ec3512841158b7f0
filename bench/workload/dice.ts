/**
 * Dice that fall alike on every machine: the same seed, the same throws.
 */

/** Throws a whole number from 0 up to, and without, the number of sides. */
export type Dice = (sides: number) => number

/** Mulberry32: small, quick, and even enough to vary a text. */
export const diceOf = (seed: number): Dice => {
  let state = seed | 0
  return (sides) => {
    state = (state + 0x6d2b79f5) | 0
    let bits = Math.imul(state ^ (state >>> 15), 1 | state)
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits
    return Math.floor((((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32) * sides)
  }
}
