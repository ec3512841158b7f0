/**
 * Unbiased pass@k and pass^k from n runs with c passes: the chance that k runs drawn from the n contain a pass, and
 * that they are all passes. Undefined if k runs cannot be drawn.
 */

/** 1 - C(n-c, k)/C(n, k). */
export const passAtK = (n: number, c: number, k: number): number | undefined =>
  drawable(n, c, k) ? 1 - drawnFrom(n - c, n, k) : undefined

/** C(c, k)/C(n, k). */
export const passHatK = (n: number, c: number, k: number): number | undefined =>
  drawable(n, c, k) ? drawnFrom(c, n, k) : undefined

const drawable = (n: number, c: number, k: number): boolean =>
  [n, c, k].every(Number.isSafeInteger) && k >= 1 && n >= k && c >= 0 && c <= n

/**
 * C(part, k)/C(whole, k) as a product of ratios, so that thousands of runs do not overflow. Of the two products with
 * this value, the one with fewer factors is used, because it rounds less.
 */
const drawnFrom = (part: number, whole: number, k: number): number => {
  const others = whole - part
  const [top, factors] = k <= others ? [part, k] : [whole - k, others]
  let ratio = 1
  for (let i = 0; i < factors && ratio > 0; i++) ratio *= Math.max(0, top - i) / (whole - i)
  return ratio
}
