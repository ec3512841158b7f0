/**
 * The indices of the runs in a cassette, and how messages name them. A million runs in order need no memory.
 */

export interface RunIndices {
  readonly has: (index: number) => boolean
  /** Returns false if it was added before. */
  readonly add: (index: number) => boolean
  /** `run 1, 2, 5`, with long ranges as `run 3 to 900`, and the first of many; `no run` if there is none from `from` on. */
  readonly named: (from?: number) => string
  /** 0 if there is none. */
  readonly largest: () => number
}

/** A range of more than this is named by its ends. */
const LONG_RANGE = 8

/** A message with every second run of 10,000 cannot be read. */
const MOST_NAMED = 20

/** Keeps 1 to `upTo` as one number, and the others in a set until the gap before them is closed. */
export const runIndices = (): RunIndices => {
  let upTo = 0
  const apart = new Set<number>()
  const has = (index: number): boolean => (index >= 1 && index <= upTo) || apart.has(index)
  return {
    has,
    add: (index) => {
      if (has(index)) return false
      if (index === upTo + 1) upTo++
      else apart.add(index)
      while (apart.delete(upTo + 1)) upTo++
      return true
    },
    named: (from = 1) => {
      const ranges = joinRanges([
        ...(upTo >= from ? [[from, upTo] as const] : []),
        ...[...apart]
          .filter((index) => index >= from)
          .toSorted((a, b) => a - b)
          .map((index) => [index, index] as const)
      ])
      const all = ranges.flatMap(words)
      const more = all.length > MOST_NAMED + 1 ? ` and ${all.length - MOST_NAMED} more` : ""
      return all.length === 0 ? "no run" : `run ${(more === "" ? all : all.slice(0, MOST_NAMED)).join(", ")}${more}`
    },
    largest: () => [...apart].reduce((most, index) => Math.max(most, index), upTo)
  }
}

/** Indices without a gap. */
type Range = readonly [first: number, last: number]

const joinRanges = (sorted: ReadonlyArray<Range>): ReadonlyArray<Range> => {
  const joined: Array<Range> = []
  for (const [first, last] of sorted) {
    const before = joined.at(-1)
    if (before !== undefined && before[1] + 1 === first) joined[joined.length - 1] = [before[0], last]
    else joined.push([first, last])
  }
  return joined
}

const words = ([first, last]: Range): ReadonlyArray<string> =>
  last - first >= LONG_RANGE
    ? [`${first} to ${last}`]
    : Array.from({ length: last - first + 1 }, (_, at) => String(first + at))
