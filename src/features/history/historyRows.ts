/**
 * The rows of a history, as they are read: a list for each thing that trends need, and numbers where numbers do. A history of years has
 * hundreds of thousands of rows, of many cells in turn: an object for each would be somewhere else in memory every time.
 */
import type { HistoryCell, HistoryEntry, HistoryRow } from "../../base/domain/verdict/History.ts"
import { EVIDENCE_DIGITS, evidenceAt } from "../../language/metrics/evidenceSeen.ts"

/** A place of each list is a row. */
export interface HistoryRows {
  readonly times: ReadonlyArray<string>
  /** The times as numbers. */
  readonly moments: ReadonlyArray<number>
  readonly ids: ReadonlyArray<string>
  /** The first digits of the ids, as a number. */
  readonly marks: ReadonlyArray<number>
  readonly verdicts: ReadonlyArray<HistoryRow["verdict"]>
  readonly tokens: ReadonlyArray<number | undefined>
  readonly usd: ReadonlyArray<number | undefined>
  /** Rows that name the same cell have one object. */
  readonly cells: ReadonlyArray<HistoryCell>
  /** How many of its runs passed, and how many failed. */
  readonly passes: ReadonlyArray<number>
  readonly fails: ReadonlyArray<number>
  /** Where the runs of a row begin, and behind the last row where they end. */
  readonly starts: ReadonlyArray<number>
  /** Of all runs: the character of its outcome, and its digits. */
  readonly outcomes: Uint8Array
  readonly evidence: Int32Array
  /** For each id of a cell the places of its rows. */
  readonly places: ReadonlyArray<ReadonlyArray<number>>
}

export interface RowCollector {
  readonly add: (entry: HistoryEntry) => void
  readonly rows: () => HistoryRows
}

export const rowCollector = (): RowCollector => {
  const [times, ids]: [Array<string>, Array<string>] = [[], []]
  const [moments, marks, starts]: [Array<number>, Array<number>, Array<number>] = [[], [], [0]]
  const [passes, fails]: [Array<number>, Array<number>] = [[], []]
  const verdicts: Array<HistoryRow["verdict"]> = []
  const [tokens, usd]: [Array<number | undefined>, Array<number | undefined>] = [[], []]
  const cells: Array<HistoryCell> = []
  const places = new Map<string, Array<number>>()
  let outcomes = new Uint8Array(1024)
  let evidence = new Int32Array(1024)
  let runs = 0

  const add = ({ at, cell, id, row }: HistoryEntry): void => {
    const count = row.outcomes.length
    if (runs + count > outcomes.length) {
      outcomes = larger(outcomes, runs + count)
      evidence = larger(evidence, runs + count)
    }
    let [passed, failed] = [0, 0]
    for (let run = 0; run < count; run++) {
      const outcome = row.outcomes.charCodeAt(run)
      if (outcome === PASS) passed += 1
      else if (outcome !== NONE) failed += 1
      outcomes[runs + run] = outcome
      evidence[runs + run] = evidenceAt(row.evidence, run * EVIDENCE_DIGITS)
    }
    runs += count
    passes.push(passed)
    fails.push(failed)
    starts.push(runs)
    // The rows of a report have one time.
    moments.push(times.at(-1) === at ? moments.at(-1)! : Date.parse(at))
    times.push(at)
    ids.push(id)
    marks.push(evidenceAt(id, 0))
    verdicts.push(row.verdict)
    tokens.push(row.tokens)
    usd.push(row.usd)
    const place = cells.push(cell) - 1
    const known = places.get(cell.cell)
    if (known === undefined) places.set(cell.cell, [place])
    else known.push(place)
  }

  const rows = (): HistoryRows => ({
    times,
    moments,
    ids,
    marks,
    verdicts,
    tokens,
    usd,
    cells,
    passes,
    fails,
    starts,
    outcomes,
    evidence,
    places: [...places.values()]
  })

  return { add, rows }
}

/** What a character of the outcomes stands for. */
export const [PASS, NONE] = ["p".charCodeAt(0), "n".charCodeAt(0)]

const larger = <A extends Uint8Array | Int32Array>(numbers: A, least: number): A => {
  const size = Math.max(least, 2 * numbers.length)
  const copy = (numbers instanceof Uint8Array ? new Uint8Array(size) : new Int32Array(size)) as A
  copy.set(numbers)
  return copy
}
