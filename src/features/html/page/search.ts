/**
 * Searches the runs of all cells for those that a filter asks for: one cell after the other is unpacked, looked at and
 * forgotten, so that the search is as long as the report and needs the memory of one cell.
 */
import type { CellVerdict } from "../../../base/domain/verdict/Verdict.ts"
import { isEmpty, type Match, matchOf, mayMatch, type Query } from "../findRuns.ts"
import type { ReportSource } from "./data.ts"

export interface SearchResult {
  /** Whether there is anything to search for. */
  readonly isActive: boolean
  /** By the index of a cell, then by that of a run. */
  readonly matches: ReadonlyMap<number, ReadonlyMap<number, Match>>
  readonly read: number
  readonly toRead: number
  /** Cells whose data could not be read. */
  readonly unread: number
}

export const NOTHING: SearchResult = { isActive: false, matches: new Map(), read: 0, toRead: 0, unread: 0 }

/** After so many cells the runs found so far are shown. */
const STEP = 25

/** Tells what it found from time to time, and at its end. A search that is begun later ends it. */
export const searcher = (
  { overview, read }: ReportSource,
  tell: (found: SearchResult) => void
): ((query: Query) => void) => {
  let current = 0
  return (query) => {
    const own = ++current
    if (isEmpty(query)) return tell(NOTHING)
    const cells = [...overview.entries.entries()].flatMap(([at, entry]) => (mayMatch(entry, query) ? [at] : []))
    const matches = new Map<number, ReadonlyMap<number, Match>>()
    let unread = 0
    const told = (done: number): void =>
      tell({ isActive: true, matches: new Map(matches), read: done, toRead: cells.length, unread })
    const next = (done: number): Promise<void> => {
      if (own !== current) return Promise.resolve()
      const at = cells[done]
      if (at === undefined) return Promise.resolve(told(done))
      if (done % STEP === STEP - 1) told(done)
      return read(at).then((cell) => {
        if (typeof cell !== "object") unread++
        else {
          const found = matchesIn(cell, query)
          if (found.size > 0) matches.set(at, found)
        }
        return next(done + 1)
      })
    }
    void next(0)
  }
}

const matchesIn = (cell: CellVerdict, query: Query): ReadonlyMap<number, Match> => {
  const named = cell.gates.filter(({ title, verdict }) => title === query.gate && verdict !== "pass")
  // A gate that looks at all runs together is red for all of them.
  const ids = named.every(({ scope }) => scope === "run") ? new Set(named.map(({ id }) => id)) : new Set<string>()
  return new Map(
    cell.runs.flatMap((run) => {
      const match = matchOf(run, query, ids)
      return match === undefined ? [] : [[run.index, match] as const]
    })
  )
}
