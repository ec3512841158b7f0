/**
 * The indices of the runs in a cassette: which were seen, and how to name them. A million runs in order cost nothing.
 */

export interface SeenIndices {
  readonly has: (index: number) => boolean
  /** False where it was seen before. */
  readonly add: (index: number) => boolean
  /** `run 1, 2, 5`, with stretches of many as `run 3 to 900`; `no run` where there is none. */
  readonly named: (from?: number) => string
  /** Whether they are those from 1 to this one, and no others. */
  readonly isUpTo: (last: number) => boolean
  /** The largest one; 0 where there is none. */
  readonly largest: () => number
}

/** From how many on a stretch is named by its ends. */
const STRETCH = 8

/** Those from 1 to `upTo` are known by that number; the others stand apart until the gap before them is closed. */
export const seenIndices = (): SeenIndices => {
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
      const stretches = stretchesOf([
        ...(upTo >= from ? [[from, upTo] as const] : []),
        ...[...apart]
          .filter((index) => index >= from)
          .toSorted((a, b) => a - b)
          .map((index) => [index, index] as const)
      ])
      return stretches.length === 0 ? "no run" : `run ${stretches.flatMap(words).join(", ")}`
    },
    isUpTo: (last) => upTo === last && apart.size === 0,
    largest: () => [...apart].reduce((most, index) => Math.max(most, index), upTo)
  }
}

/** What several saw, each a part; nothing where two saw the same. */
export const seenIn = (stretches: ReadonlyArray<Stretch>): SeenIndices | undefined => {
  const seen = seenIndices()
  for (const [first, last] of stretches.toSorted((one, other) => one[0] - other[0])) {
    for (let index = first; index <= last; index++) if (!seen.add(index)) return undefined
  }
  return seen
}

/** Indices without a gap. */
export type Stretch = readonly [first: number, last: number]

const stretchesOf = (sorted: ReadonlyArray<Stretch>): ReadonlyArray<Stretch> => {
  const joined: Array<Stretch> = []
  for (const [first, last] of sorted) {
    const before = joined.at(-1)
    if (before !== undefined && before[1] + 1 === first) joined[joined.length - 1] = [before[0], last]
    else joined.push([first, last])
  }
  return joined
}

const words = ([first, last]: Stretch): ReadonlyArray<string> =>
  last - first >= STRETCH
    ? [`${first} to ${last}`]
    : Array.from({ length: last - first + 1 }, (_, at) => String(first + at))
