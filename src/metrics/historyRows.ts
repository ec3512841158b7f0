/**
 * The rows of a history, as they are read: a list for each thing that trends need, and numbers where numbers do. A history of years has
 * hundreds of thousands of rows, of many cells in turn: an object for each would be somewhere else in memory every time.
 */
import type { HistoryConditions, HistoryEntry, HistoryRow } from "../domain/History.ts"
import { EVIDENCE_DIGITS, evidenceAt } from "./evidenceSeen.ts"

/** A place of each list is a row. */
export interface HistoryRows {
  readonly times: ReadonlyArray<string>
  /** The times as numbers. */
  readonly moments: ReadonlyArray<number>
  readonly ids: ReadonlyArray<string>
  readonly verdicts: ReadonlyArray<HistoryRow["verdict"]>
  readonly tokens: ReadonlyArray<number | undefined>
  readonly usd: ReadonlyArray<number | undefined>
  /** Those of a row are mostly the object of the row of its cell that was read before. */
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
  const [times, ids]: [Array<string>, Array<string>] = [[], []]
  const [moments, starts]: [Array<number>, Array<number>] = [[], [0]]
  const verdicts: Array<HistoryRow["verdict"]> = []
  const [tokens, usd]: [Array<number | undefined>, Array<number | undefined>] = [[], []]
  const conditions: Array<HistoryConditions> = []
  const numbers = new Map<string, number>()
  const cellOf: Array<number> = []
  const latest: Array<{ readonly place: number; readonly row: HistoryRow }> = []
  /** Of each cell, those of its row that was read last. */
  const current: Array<HistoryConditions> = []
  let outcomes = new Uint8Array(1024)
  let evidence = new Int32Array(1024)
  let runs = 0

  const add = ({ at, id, row }: HistoryEntry): void => {
    const from = runs
    runs += row.outcomes.length
    if (runs > outcomes.length) [outcomes, evidence] = [larger(outcomes, runs), larger(evidence, runs)]
    for (let run = from; run < runs; run++) {
      outcomes[run] = row.outcomes.charCodeAt(run - from)
      evidence[run] = evidenceAt(row.evidence, (run - from) * EVIDENCE_DIGITS)
    }
    starts.push(runs)
    // The rows of a report have one time.
    moments.push(times.at(-1) === at ? moments.at(-1)! : Date.parse(at))
    times.push(at)
    ids.push(id)
    verdicts.push(row.verdict)
    tokens.push(row.tokens)
    usd.push(row.usd)
    const cell = numberOf(row)
    const before = current[cell]
    const now = before !== undefined && isSame(before, row.conditions) ? before : row.conditions
    current[cell] = now
    conditions.push(now)
    cellOf.push(cell)
  }

  /** Of the row that was added last. */
  const numberOf = (row: HistoryRow): number => {
    const number = numbers.get(row.cell) ?? numbers.size
    if (number === numbers.size) numbers.set(row.cell, number)
    const [place, last] = [ids.length - 1, latest[number]]
    if (last === undefined || isLater({ ids, moments }, place, last.place)) latest[number] = { place, row }
    return number
  }

  const rows = (): HistoryRows => {
    const cells = latest.map(({ row }): { latest: HistoryRow; places: Array<number> } => ({ latest: row, places: [] }))
    for (const [place, cell] of cellOf.entries()) cells[cell]?.places.push(place)
    return { times, moments, ids, verdicts, tokens, usd, conditions, starts, outcomes, evidence, cells }
  }

  return { add, rows }
}

const isSame = (a: HistoryConditions, b: HistoryConditions): boolean =>
  a.prompt === b.prompt && a.tools === b.tools && a.model === b.model && a.faults === b.faults && a.gates === b.gates

/** By time, and rows of one time by their hash. */
export const isLater = ({ ids, moments }: Pick<HistoryRows, "ids" | "moments">, a: number, b: number): boolean =>
  moments[a] === moments[b] ? ids[a]! > ids[b]! : moments[a]! > moments[b]!

const larger = <A extends Uint8Array | Int32Array>(numbers: A, least: number): A => {
  const size = Math.max(least, 2 * numbers.length)
  const copy = (numbers instanceof Uint8Array ? new Uint8Array(size) : new Int32Array(size)) as A
  copy.set(numbers)
  return copy
}
