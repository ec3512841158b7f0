/**
 * A list of numbers as a row of bars, from zero to the largest: `███▃` for 100, 100, 100, 31.
 *
 * Heights are rounded down, so only what equals the largest looks like it.
 */
const BARS = "▁▂▃▄▅▆▇█"
const WIDTH = 60

export const sparkline = (values: ReadonlyArray<number>): string => {
  const top = values.reduce((a, b) => Math.max(a, b), 0)
  const step = Math.ceil(values.length / WIDTH)
  return values
    .filter((_, index) => (values.length - 1 - index) % step === 0)
    .map((value) => BARS[top > 0 ? Math.max(0, Math.floor((value / top) * (BARS.length - 1))) : 0])
    .join("")
}
