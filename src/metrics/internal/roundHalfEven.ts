/**
 * Rounds to 4 decimals on the exact value of a double, ties to even: 0.03125 gives 0.0312.
 */
export const roundHalfEven = (x: number): number => (isTie(x) ? toEven(x) : Number(x.toFixed(4)))

/** Only odd multiples of 1/32 lie halfway between two such decimals: no other double ends in a 5 exactly there. */
const isTie = (x: number): boolean => Math.abs((x * 32) % 2) === 1

const toEven = (x: number): number => {
  const below = Math.floor(x * 10_000)
  return (below % 2 === 0 ? below : below + 1) / 10_000
}
