/**
 * Names the runs of a cell by their indices: `run #3`, `runs #3, #17-#19`.
 */

/** Ranges that are named; the runs of the others are counted. */
const MOST_RANGES = 8

/** Indices in ascending order. */
export const listRuns = (indices: ReadonlyArray<number>): string => {
  const all = rangesOf(indices)
  const shown = all.slice(0, MOST_RANGES)
  const more = indices.length - shown.reduce((sum, { from, to }) => sum + to - from + 1, 0)
  const names = shown.map(rangeText).join(", ")
  return `${indices.length === 1 ? "run" : "runs"} ${names}${more > 0 ? ` and ${more} more` : ""}`
}

interface Range {
  readonly from: number
  readonly to: number
}

export const rangeText = ({ from, to }: Range): string => (from === to ? `#${from}` : `#${from}-#${to}`)

const rangesOf = (indices: ReadonlyArray<number>): ReadonlyArray<Range> => {
  const ranges: Array<{ readonly from: number; to: number }> = []
  for (const index of indices) {
    const last = ranges.at(-1)
    if (last !== undefined && index === last.to + 1) last.to = index
    else ranges.push({ from: index, to: index })
  }
  return ranges
}
