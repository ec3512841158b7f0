/**
 * The runs of a cell as rows of tool calls, aligned with the way that most of them took: where a run parts from it, its
 * row does too.
 */
import { pairsOf } from "../../domain/alignCalls.ts"
import type { RunVerdict, Verdict } from "../../domain/Verdict.ts"

export interface GridCall {
  /** Equal for calls of one tool. */
  readonly tool: string
  /** Equal for the same arguments. */
  readonly args: string
  readonly failed: boolean
}

export interface GridRow {
  /** The numbers of the runs that did exactly this. */
  readonly runs: ReadonlyArray<number>
  readonly verdict: Verdict
  readonly calls: ReadonlyArray<GridCall>
  /** By column, the place of the call that stands there. */
  readonly slots: ReadonlyArray<number | undefined>
}

export interface Grid {
  /** By column, the call that most runs have there; undefined where only some runs have one at all. */
  readonly columns: ReadonlyArray<GridCall | undefined>
  readonly rows: ReadonlyArray<GridRow>
  /** Every tool, in the order in which they are met. */
  readonly tools: ReadonlyArray<string>
  /** Calls that are not shown, of the longest run. */
  readonly cut: number
}

/** More calls of a run than anybody looks at in a grid. */
const LONGEST = 80

/** Grouped: runs that did exactly the same, with the same verdict, share a row. */
export const gridOf = (runs: ReadonlyArray<RunVerdict>, grouped: boolean): Grid => {
  const all = runs.flatMap((run) => (run.trace === undefined ? [] : [rowOf(run)]))
  const rows = grouped ? together(all) : all
  const usual = usualCalls(all)
  const aligned = alignedWith(usual, rows)
  const gaps = widest(usual.length, aligned)
  const starts = gaps.map((_, at) => at + total(gaps.slice(0, at)))
  const columns = gaps.flatMap((gap, at) => [
    ...Array.from({ length: gap }, () => undefined),
    ...usual.slice(at, at + 1)
  ])
  return {
    columns,
    rows: aligned.map(({ pairs, row }) => ({ ...row, slots: slotsOf(row.calls.length, pairs, gaps, starts) })),
    tools: [...new Set(all.flatMap((row) => row.calls.map(toolOf)))],
    cut: runs.reduce((most, { trace }) => Math.max(most, (trace?.tool_calls.length ?? 0) - LONGEST), 0)
  }
}

type Row = Omit<GridRow, "slots">
interface Aligned {
  readonly row: Row
  readonly pairs: Pairs
}
type Pairs = ReadonlyArray<readonly [number, number]>

const toolOf = ({ tool }: GridCall): string => tool

const rowOf = ({ index, trace, verdict }: RunVerdict): Row => {
  const failed = new Set(
    (trace?.tool_results ?? []).filter((one) => one.is_error || one.timed_out).map((one) => one.call_id)
  )
  return {
    runs: [index],
    verdict,
    calls: (trace?.tool_calls ?? []).slice(0, LONGEST).map(({ args, id, name, server }) => ({
      tool: JSON.stringify([server, name]),
      args: JSON.stringify(args),
      failed: failed.has(id)
    }))
  }
}

/** The most frequent first, but red before green. */
const together = (rows: ReadonlyArray<Row>): ReadonlyArray<Row> => {
  const groups = new Map<string, Row & { readonly runs: Array<number> }>()
  for (const row of rows) {
    const key = JSON.stringify([row.verdict, row.calls])
    const group = groups.get(key)
    if (group === undefined) groups.set(key, { ...row, runs: [...row.runs] })
    else group.runs.push(...row.runs)
  }
  const red = ({ verdict }: Row): number => ["fail", "none", "pass"].indexOf(verdict)
  return [...groups.values()].toSorted((a, b) => red(a) - red(b) || b.runs.length - a.runs.length)
}

/** The calls of the most frequent way; among equals, of the first run that took it. */
const usualCalls = (rows: ReadonlyArray<Row>): ReadonlyArray<GridCall> => {
  const counts = new Map<string, { readonly row: Row; readonly count: number }>()
  for (const row of rows) {
    const key = row.calls.map(toolOf).join("\n")
    counts.set(key, { row: counts.get(key)?.row ?? row, count: (counts.get(key)?.count ?? 0) + 1 })
  }
  return [...counts.values()].reduce((a, b) => (b.count > a.count ? b : a), { row: NOTHING, count: 0 }).row.calls
}

const NOTHING: Row = { runs: [], verdict: "none", calls: [] }

/** Runs that call the same tools in the same order line up alike, so each way is looked at once. */
const alignedWith = (usual: ReadonlyArray<GridCall>, rows: ReadonlyArray<Row>): ReadonlyArray<Aligned> => {
  const known = new Map<string, Pairs>()
  const tools = usual.map(toolOf)
  return rows.map((row) => {
    const key = row.calls.map(toolOf).join("\n")
    const pairs = known.get(key) ?? pairsOf(row.calls.map(toolOf), tools)
    known.set(key, pairs)
    return { row, pairs }
  })
}

/** How many columns stand before each usual call, and after the last. */
const widest = (usual: number, aligned: ReadonlyArray<Aligned>): ReadonlyArray<number> => {
  const gaps = Array.from({ length: usual + 1 }, () => 0)
  for (const { pairs, row } of aligned) {
    let from = 0
    for (const [call, column] of [...pairs, [row.calls.length, usual] as const]) {
      gaps[column] = Math.max(gaps[column] ?? 0, call - from)
      from = call + 1
    }
  }
  return gaps
}

const slotsOf = (
  calls: number,
  pairs: Pairs,
  gaps: ReadonlyArray<number>,
  starts: ReadonlyArray<number>
): ReadonlyArray<number | undefined> => {
  const slots: Array<number | undefined> = Array.from({ length: total(gaps) + gaps.length - 1 })
  let from = 0
  for (const [call, column] of [...pairs, [calls, gaps.length - 1] as const]) {
    const start = starts[column] ?? 0
    for (let at = from; at < call; at++) slots[start + at - from] = at
    if (call < calls) slots[start + (gaps[column] ?? 0)] = call
    from = call + 1
  }
  return slots
}

const total = (numbers: ReadonlyArray<number>): number => numbers.reduce((sum, one) => sum + one, 0)
