/**
 * `passhat history`: shows the trends of a history, or adds reports to it. Exit code 1 means that a cell is worse than it was, and 2 that
 * there is nothing to look at, or that it cannot be read.
 */
import stringify from "fast-json-stable-stringify"
import * as Effect from "effect/Effect"
import type { Trends } from "../../base/domain/verdict/History.ts"
import { cellName, trendLines } from "./trendLines.ts"
import { print } from "../../edges/report/text/Line.ts"
import { escapeJson } from "../../base/std/escape.ts"
import type { ValuesOf } from "../../app/flags/commands.ts"
import { stdout } from "../../app/kit/output/output.ts"
import { hasColor } from "../../app/kit/output/terminal.ts"
import { missingPermission, recording } from "../../app/kit/permissions.ts"
import { readReport } from "../../app/reports/readReport.ts"
import { UsageError } from "../../app/kit/UsageError.ts"
import { addReport } from "./addToHistory.ts"
import { noHistory, trendsIn } from "./trendsIn.ts"

type HistoryValues = ValuesOf<"history">

export const history = Effect.fn("history")(function* (values: HistoryValues) {
  const { action } = values
  if (action === "add") return yield* add(values)
  if (action === undefined) return yield* show(values)
  return yield* new UsageError({
    what: `passhat history does not know "${action}".`,
    hint: "Write passhat history add <report>, or passhat history alone."
  })
})

const add = Effect.fnUntraced(function* ({ history: directory, reports }: HistoryValues) {
  if (reports.length === 0) {
    return yield* new UsageError({
      what: "passhat history add names no report.",
      hint: "Name a json report: passhat history add run.json."
    })
  }
  const refusal = missingPermission(recording(directory))
  if (refusal !== undefined) return yield* refusal
  // All are read before any is added.
  const read = yield* Effect.forEach(reports, readReport)
  for (const [at, report] of read.entries()) {
    const { file, known, rows } = yield* addReport(directory, report, reports[at]!)
    if (rows + known === 0) {
      return yield* new UsageError({
        what: `${reports[at]} has no cell with an outcome, so that there is nothing to add.`,
        hint: "Look at the report: passhat report <file>."
      })
    }
    yield* stdout(`${file}: ${rows} ${rows === 1 ? "row" : "rows"} added, ${known} known before\n`)
  }
  return 0
})

const show = Effect.fnUntraced(function* ({ confidence, filter, history: directory, json }: HistoryValues) {
  if (!(confidence >= 0.5 && confidence < 1)) {
    return yield* new UsageError({
      what: `--confidence is ${confidence}.`,
      hint: "Give it a number from 0.5 up to 1, like 0.99."
    })
  }
  const all = yield* trendsIn(directory, confidence)
  if (all === undefined) return yield* noHistory(directory)
  const trends = selected(all, filter)
  if (trends.cells.length === 0) {
    return yield* new UsageError({ what: `No cell of the history is called "${filter}".`, hint: "Leave --filter out." })
  }
  yield* stdout(json ? jsonOf(trends) : tableOf(trends))
  return trends.cells.some(({ alarm }) => alarm !== undefined) ? 1 : 0
})

const selected = (trends: Trends, filter: string | undefined): Trends =>
  filter === undefined ? trends : { ...trends, cells: trends.cells.filter((cell) => cellName(cell).includes(filter)) }

/** Keys are sorted, piece by piece: the trends of a history of years are longer than one text should be. */
function* jsonOf({ cells, ...rest }: Trends): Iterable<string> {
  yield '{"cells":['
  for (const [at, cell] of cells.entries()) yield `${at === 0 ? "" : ","}${escapeJson(JSON.stringify(cell))}`
  yield `],${stringify(rest).slice(1)}\n`
}

const tableOf = (trends: Trends): string =>
  trendLines(trends)
    .map((line) => `${print(line, hasColor(1))}\n`)
    .join("")
