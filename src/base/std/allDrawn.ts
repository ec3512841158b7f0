/**
 * The chance that k things drawn from `whole` things are all among `part` of them: C(part, k) / C(whole, k).
 *
 * It is a product of ratios, so that thousands of things do not overflow. Of the two products with this value, the one with
 * fewer factors is used, because it rounds less.
 */

export const allDrawn = (part: number, whole: number, k: number): number => {
  const others = whole - part
  const [top, factors] = k <= others ? [part, k] : [whole - k, others]
  let ratio = 1
  for (let i = 0; i < factors && ratio > 0; i++) ratio *= Math.max(0, top - i) / (whole - i)
  return ratio
}

/** A whole power by repeated squaring: `**` differs in its last bits between runtimes, and 10,000 factors cost 14 steps. */
export const power = (base: number, exponent: number): number => {
  if (exponent === 0) return 1
  const half = power(base, Math.floor(exponent / 2))
  return exponent % 2 === 0 ? half * half : half * half * base
}
