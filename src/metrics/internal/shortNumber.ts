/** A number for a printed line: four decimals at most, cut and not rounded, so that 0.49999 does not read as 0.5. */
export const shortNumber = (x: number): string => String(Number(x.toFixed(12).slice(0, -8)))
