/**
 * The rows of a history, as they are read: a list for each thing that trends need, and numbers where numbers do. A history of years has
 * hundreds of thousands of rows, of many cells in turn: an object for each would be somewhere else in memory every time.
 */
import type { HistoryConditions, HistoryEntry, HistoryRow } from "../domain/History.ts"
import { EVIDENCE_DIGITS, evidenceAt } from "./evidenceSeen.ts"

/** A place of each list is a row. */
export interface HistoryRows {
  readonly times: ReadonlyArray<string>
  readonly ids: ReadonlyArray<string>
  readonly verdicts: ReadonlyArray<HistoryRow["verdict"]>
  readonly tokens: ReadonlyArray<number | undefined>
  readonly usd: ReadonlyArray<number | undefined>
  /** Equal ones are one object. */
  readonly conditions: ReadonlyArray<HistoryConditions>
  /** Where the runs of a row begin, and behind the last row where they end. */
  readonly starts: ReadonlyArray<number>
  /** Of all runs: the character of its outcome, and its digits. */
  readonly outcomes: Uint8Array
  readonly evidence: Int32Array
  /** For each cell its latest row, and the places of all its rows. */
  readonly cells: ReadonlyArray<{ readonly latest: HistoryRow; readonly places: ReadonlyArray<number> }>
}

export interface RowCollector {
  readonly add: (entry: HistoryEntry) => void
  readonly rows: () => HistoryRows
}

export const rowCollector = (): RowCollector => {
  const [times, ids, starts]: [Array<string>, Array<string>, Array<number>] = [[], [], [0]]
  const verdicts: Array<HistoryRow["verdict"]> = []
  const [tokens, usd]: [Array<number | undefined>, Array<number | undefined>] = [[], []]
  const conditions: Array<HistoryConditions> = []
  const known = new Map<string, HistoryConditions>()
  const numbers = new Map<string, number>()
  const cellOf: Array<number> = []
  const latest: Array<HistoryEntry> = []
  let outcomes = new Uint8Array(1024)
  let evidence = new Int32Array(1024)
  let runs = 0

  const add = (entry: HistoryEntry): void => {
    const { at, id, row } = entry
    const from = runs
    runs += row.outcomes.length
    if (runs > outcomes.length) [outcomes, evidence] = [larger(outcomes, runs), larger(evidence, runs)]
    for (let run = from; run < runs; run++) {
      outcomes[run] = row.outcomes.charCodeAt(run - from)
      evidence[run] = evidenceAt(row.evidence, (run - from) * EVIDENCE_DIGITS)
    }
    starts.push(runs)
    const before = times.at(-1)
    times.push(before === at ? before : at)
    ids.push(id)
    verdicts.push(row.verdict)
    tokens.push(row.tokens)
    usd.push(row.usd)
    conditions.push(shared(row.conditions))
    cellOf.push(numberOf(entry))
  }

  const shared = (given: HistoryConditions): HistoryConditions => {
    const { faults, gates, model, prompt, tools } = given
    const key = JSON.stringify([faults, gates, model, prompt, tools])
    const first = known.get(key)
    if (first === undefined) known.set(key, given)
    return first ?? given
  }

  const numberOf = (entry: HistoryEntry): number => {
    const number = numbers.get(entry.row.cell) ?? numbers.size
    if (number === numbers.size) numbers.set(entry.row.cell, number)
    const last = latest[number]
    if (last === undefined || isLater(entry.at, entry.id, last.at, last.id)) latest[number] = entry
    return number
  }

  const rows = (): HistoryRows => {
    const cells = latest.map(({ row }): { latest: HistoryRow; places: Array<number> } => ({ latest: row, places: [] }))
    for (const [place, cell] of cellOf.entries()) cells[cell]?.places.push(place)
    return { times, ids, verdicts, tokens, usd, conditions, starts, outcomes, evidence, cells }
  }

  return { add, rows }
}

/** By time, and rows of one time by their hash. */
export const isLater = (at: string, id: string, otherAt: string, otherId: string): boolean =>
  at === otherAt ? id > otherId : at > otherAt

const larger = <A extends Uint8Array | Int32Array>(numbers: A, least: number): A => {
  const size = Math.max(least, 2 * numbers.length)
  const copy = (numbers instanceof Uint8Array ? new Uint8Array(size) : new Int32Array(size)) as A
  copy.set(numbers)
  return copy
}
