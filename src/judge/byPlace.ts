/**
 * Lists in which each run has its place, whichever comes first.
 */

export interface ByPlace<A> {
  readonly put: (index: number, value: A) => void
  /** Takes in what another list has. */
  readonly add: (part: Placed<A>) => void
  readonly get: (index: number) => A | undefined
  /** Those of all runs up to this one. */
  readonly upTo: (last: number) => ReadonlyArray<A | undefined>
  /** What it has, as plain data. */
  readonly placed: () => Placed<A>
  readonly clear: () => void
}

export interface Placed<A> {
  /** The index of the first one. */
  readonly from: number
  readonly values: ReadonlyArray<A | undefined>
}

/** Begins with the first place that is taken, and has undefined in those between: a list with holes is slow, and large. */
export const byPlace = <A>(): ByPlace<A> => {
  let from = 1
  let values: Array<A | undefined> = []
  const put = (index: number, value: A): void => {
    if (values.length === 0) from = index
    if (index < from) {
      values = Array.from({ length: from - index }, (): A | undefined => undefined).concat(values)
      from = index
    }
    while (values.length < index - from) values.push(undefined)
    values[index - from] = value
  }
  const get = (index: number): A | undefined => values[index - from]
  return {
    put,
    get,
    add: (part) => {
      let index = part.from
      for (const value of part.values) {
        if (value !== undefined) put(index, value)
        index++
      }
    },
    upTo: (last) =>
      from === 1 && values.length === last ? values : Array.from({ length: last }, (_, at) => get(at + 1)),
    placed: () => ({ from, values }),
    clear: () => {
      values = []
    }
  }
}
