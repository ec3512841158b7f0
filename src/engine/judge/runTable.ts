/**
 * A table with one entry per run, by run index, filled in any order.
 */

export interface RunTable<A> {
  readonly put: (index: number, value: A) => void
  readonly get: (index: number) => A | undefined
  /** The entries of run 1 to `last`; undefined for a run without an entry. */
  readonly upTo: (last: number) => ReadonlyArray<A | undefined>
  readonly isEmpty: () => boolean
  readonly clear: () => void
}

/** Starts at the lowest index that was put, and fills gaps with undefined: arrays with holes are slow and large. */
export const runTable = <A>(): RunTable<A> => {
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
    upTo: (last) =>
      from === 1 && values.length === last ? values : Array.from({ length: last }, (_, at) => get(at + 1)),
    isEmpty: () => values.length === 0,
    clear: () => {
      values = []
    }
  }
}
