/**
 * Unbiased pass@k and pass^k from n runs with c passes: the chance that k runs drawn from the n contain a pass, and
 * that they are all passes. Undefined if k runs cannot be drawn.
 */
import { allDrawn } from "../../base/std/allDrawn.ts"

/**
 * The chance that at least one of k runs passes, after c passes in n runs: 1 - C(n-c, k)/C(n, k).
 *
 * ```ts
 * import { passAtK } from "passhat/metrics"
 *
 * passAtK(10, 9, 5) // 1
 * ```
 */
export const passAtK = (n: number, c: number, k: number): number | undefined =>
  drawable(n, c, k) ? 1 - allDrawn(n - c, n, k) : undefined

/**
 * The chance that all of k runs pass, after c passes in n runs: C(c, k)/C(n, k).
 *
 * ```ts
 * import { passHatK } from "passhat/metrics"
 *
 * passHatK(10, 9, 5) // 0.5
 * ```
 */
export const passHatK = (n: number, c: number, k: number): number | undefined =>
  drawable(n, c, k) ? allDrawn(c, n, k) : undefined

const drawable = (n: number, c: number, k: number): boolean =>
  [n, c, k].every(Number.isSafeInteger) && k >= 1 && n >= k && c >= 0 && c <= n
