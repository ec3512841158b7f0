/**
 * A whole power by repeated squaring: `**` differs in its last bits between runtimes, and 10,000 factors cost 14 steps.
 */
export const power = (base: number, exponent: number): number => {
  if (exponent === 0) return 1
  const half = power(base, Math.floor(exponent / 2))
  return exponent % 2 === 0 ? half * half : half * half * base
}
