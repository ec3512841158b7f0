/**
 * The scores of a report as a table: a row a value, with its least, median and greatest value in the runs.
 */
import { isNumber } from "effect/Predicate"
import type { CellVerdict, Report, RunVerdict } from "../../base/domain/verdict/Verdict.ts"
import { type Line, line, wholeLine } from "../../edges/report/text/Line.ts"
import { knownResults } from "../../base/domain/trace/oneResultPerCall.ts"

export const scoreLines = ({ suites }: Report): ReadonlyArray<Line> =>
  suites.flatMap(({ cells, suite }) =>
    cells.flatMap((cell) => [
      line(
        0,
        "heading",
        `${[suite, cell.agent, cell.model].filter((part) => part !== "").join(" > ")}, ${runsText(cell)}`
      ),
      ...table([HEAD, ...runRows(cell), ...cellRows(cell)]).map((row) => wholeLine(1, "plain", row)),
      ...lostLines(cell)
    ])
  )

type Row = readonly [name: string, least: string, median: string, most: string, runs: string]

const HEAD: Row = ["of each run", "least", "median", "most", "runs"]

const runRows = ({ runs }: CellVerdict): ReadonlyArray<Row> => {
  const traced = runs.filter(({ trace }) => trace !== undefined)
  const values = traced.map(valuesOf)
  const names = [...new Set(values.flatMap((one) => Object.keys(one)))]
  return names.map((name) => {
    const known = values.flatMap((one) => one[name] ?? []).toSorted((a, b) => a - b)
    if (known.length === 0) return [name, "not recorded", "", "", "0"]
    const middle = (known.length - 1) / 2
    const median = (known[Math.floor(middle)]! + known[Math.ceil(middle)]!) / 2
    return [name, short(known[0]!), short(median), short(known.at(-1)!), String(known.length)]
  })
}

/** Every number of a run, and undefined for one that was not recorded. */
const valuesOf = ({ analysis, report, trace }: RunVerdict): { readonly [name: string]: number | undefined } => ({
  "tool calls": trace?.tool_calls.length,
  "failed calls": trace && knownResults(trace).filter(({ is_error, timed_out }) => is_error || timed_out).length,
  tokens: trace?.conversation.tokens?.total,
  ...Object.fromEntries(
    Object.entries(analysis?.stability ?? {}).map(([name, value]) => [`stability.${name}`, value ?? undefined])
  ),
  ...Object.fromEntries(
    Object.entries(report).flatMap(([name, value]) =>
      isNumber(value) || value === null ? [[name, value ?? undefined]] : []
    )
  )
})

const cellRows = ({ gates }: CellVerdict): ReadonlyArray<Row> => {
  const rows = gates
    .filter(({ scope }) => scope === "cell")
    .flatMap(({ report }) => Object.entries(report))
    .map(([name, value]): Row => [name, isNumber(value) ? short(value) : "not recorded", "", "", ""])
  return rows.length === 0 ? [] : [["of all runs", "", "", "", ""], ...rows]
}

const lostLines = ({ runs }: CellVerdict): ReadonlyArray<Line> =>
  runs
    .filter(({ trace }) => trace === undefined)
    .map(({ index, issues }) =>
      line(1, "none", `run #${index} has no trace: ${issues[0]?.message ?? "it was not recorded"}`)
    )

const table = (rows: ReadonlyArray<Row>): ReadonlyArray<string> => {
  const widths = HEAD.map((_, at) => Math.max(...rows.map((row) => (at === 1 && row[2] === "" ? 0 : row[at]!.length))))
  return rows.map((row) =>
    row
      .map((text, at) => (at === 0 ? text.padEnd(widths[0]!) : text.padStart(widths[at]!)))
      .join("  ")
      .trimEnd()
  )
}

const runsText = ({ runs }: CellVerdict): string => `${runs.length} ${runs.length === 1 ? "run" : "runs"}`

const short = (x: number): string => String(Number(x.toFixed(3)))
