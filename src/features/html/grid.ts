/**
 * The runs of a cell as rows of tool calls, aligned with the most frequent sequence of calls, so that a run that differs
 * from it shows where.
 */
import { pairsOf } from "../../base/domain/trace/alignCalls.ts"
import { hasFailed } from "../../base/domain/trace/hasFailed.ts"
import type { RunVerdict, Verdict } from "../../base/domain/verdict/Verdict.ts"
import { knownResults } from "../../base/domain/trace/oneResultPerCall.ts"

export interface GridCall {
  /** Equal for calls of one tool. */
  readonly tool: string
  /** Equal for the same arguments. */
  readonly args: string
  readonly failed: boolean
}

export interface GridRow {
  /** The indices of the runs with exactly these calls. */
  readonly runs: ReadonlyArray<number>
  readonly verdict: Verdict
  readonly calls: ReadonlyArray<GridCall>
  /** By column, the index of the call; undefined for an empty slot. */
  readonly slots: ReadonlyArray<number | undefined>
}

export interface Grid {
  /** By column, the usual call; undefined for a column that only some runs use. */
  readonly columns: ReadonlyArray<GridCall | undefined>
  readonly rows: ReadonlyArray<GridRow>
  /** Every tool, in the order of first use. */
  readonly tools: ReadonlyArray<string>
  /** The number of calls of the longest run that are not shown. */
  readonly cut: number
}

/** Calls of a run that the grid shows. */
const MOST_CALLS = 80

/** With `grouped`, runs with the same calls and the same verdict share a row. */
export const gridOf = (runs: ReadonlyArray<RunVerdict>, grouped: boolean): Grid => {
  const all = runs.flatMap((run) => (run.trace === undefined ? [] : [rowOf(run)]))
  const rows = grouped ? groupRows(all) : all
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
    cut: runs.reduce((most, { trace }) => Math.max(most, (trace?.tool_calls.length ?? 0) - MOST_CALLS), 0)
  }
}

type CallRow = Omit<GridRow, "slots">
interface Aligned {
  readonly row: CallRow
  readonly pairs: Pairs
}
type Pairs = ReadonlyArray<readonly [number, number]>

const toolOf = ({ tool }: GridCall): string => tool

const rowOf = ({ index, trace, verdict }: RunVerdict): CallRow => {
  const failed = new Set(
    knownResults(trace ?? {})
      .filter(hasFailed)
      .map((one) => one.call_id)
  )
  return {
    runs: [index],
    verdict,
    calls: (trace?.tool_calls ?? []).slice(0, MOST_CALLS).map(({ args, id, name, server }) => ({
      tool: JSON.stringify([server, name]),
      args: JSON.stringify(args),
      failed: failed.has(id)
    }))
  }
}

/** Red groups come first, then the most frequent. */
const groupRows = (rows: ReadonlyArray<CallRow>): ReadonlyArray<CallRow> => {
  const groups = new Map<string, CallRow & { readonly runs: Array<number> }>()
  for (const row of rows) {
    const key = JSON.stringify([row.verdict, row.calls])
    const group = groups.get(key)
    if (group === undefined) groups.set(key, { ...row, runs: [...row.runs] })
    else group.runs.push(...row.runs)
  }
  const red = ({ verdict }: CallRow): number => ["fail", "none", "pass"].indexOf(verdict)
  return [...groups.values()].toSorted((a, b) => red(a) - red(b) || b.runs.length - a.runs.length)
}

/** The most frequent sequence of tools; if several are equally frequent, the first of them. */
const usualCalls = (rows: ReadonlyArray<CallRow>): ReadonlyArray<GridCall> => {
  const counts = new Map<string, { readonly row: CallRow; readonly count: number }>()
  for (const row of rows) {
    const key = row.calls.map(toolOf).join("\n")
    counts.set(key, { row: counts.get(key)?.row ?? row, count: (counts.get(key)?.count ?? 0) + 1 })
  }
  return [...counts.values()].reduce((a, b) => (b.count > a.count ? b : a), { row: NO_CALLS, count: 0 }).row.calls
}

const NO_CALLS: CallRow = { runs: [], verdict: "none", calls: [] }

/** Runs with the same sequence of tools are aligned alike, so each sequence is aligned once. */
const alignedWith = (usual: ReadonlyArray<GridCall>, rows: ReadonlyArray<CallRow>): ReadonlyArray<Aligned> => {
  const known = new Map<string, Pairs>()
  const tools = usual.map(toolOf)
  return rows.map((row) => {
    const key = row.calls.map(toolOf).join("\n")
    const pairs = known.get(key) ?? pairsOf(row.calls.map(toolOf), tools)
    known.set(key, pairs)
    return { row, pairs }
  })
}

/** The number of extra columns before each usual call, and after the last. */
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
