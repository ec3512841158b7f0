/**
 * How cells are shared out among workers, and whether it pays to have any.
 */

/** A cell, and how many bytes there are to read for it. */
export interface Load {
  readonly id: string
  readonly size: number
}

/** A worker loads the suite once more before it does anything: what it takes over has to be worth more than that. */
const WORTH_IT = 96 * 1024 * 1024

/** As many as there are processors and cells that are worth a worker each; none where that is one. */
export const workersFor = (loads: ReadonlyArray<Load>, processors: number): number => {
  const large = loads.filter(({ size }) => size >= WORTH_IT).length
  const workers = Math.min(processors, large)
  return workers < 2 ? 0 : workers
}

/** The largest first, each to whoever has the least so far. The order of the cells does not matter to the verdicts. */
export const shares = (loads: ReadonlyArray<Load>, workers: number): ReadonlyArray<ReadonlyArray<string>> => {
  const all = Array.from({ length: Math.min(workers, loads.length) }, () => ({ size: 0, ids: new Array<string>() }))
  for (const { id, size } of loads.toSorted((a, b) => b.size - a.size)) {
    const least = all.reduce((one, other) => (other.size < one.size ? other : one))
    least.size += size
    least.ids.push(id)
  }
  return all.map(({ ids }) => ids)
}
