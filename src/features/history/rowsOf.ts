/**
 * The rows that a report adds to a history, with their cells: one for every cell with an outcome.
 */
import { decidesRuns } from "../../base/domain/verdict/decidesRuns.ts"
import * as Result from "effect/Result"
import type { Conditions } from "../../base/domain/verdict/Baseline.ts"
import type { HistoryCell, HistoryConditions, HistoryRow } from "../../base/domain/verdict/History.ts"
import type { Trace } from "../../base/domain/trace/Trace.ts"
import type { CellVerdict, Report, Verdict } from "../../base/domain/verdict/Verdict.ts"
import { EVIDENCE_DIGITS } from "../../language/metrics/evidenceSeen.ts"
import { canonicalJson } from "../../base/std/canonicalJson.ts"
import type { Json } from "../../base/std/Json.ts"
import { hashOf, historyKey } from "./lines.ts"

export interface RowOfCell {
  readonly cell: HistoryCell
  readonly row: HistoryRow
}

/** The rows, or what the report lacks, as the rest of a sentence about it. */
export const rowsOf = ({ suites }: Report): Result.Result<ReadonlyArray<RowOfCell>, string> =>
  Result.map(
    Result.all(
      suites.flatMap(({ cells, suite }) =>
        cells.filter(({ skipped }) => skipped === undefined).map((cell) => rowOf(suite, cell))
      )
    ),
    (rows) => rows.filter(({ row }) => /[pf]/.test(row.outcomes))
  )

const rowOf = (suite: string, cell: CellVerdict): Result.Result<RowOfCell, string> => {
  const { gates, id, model, name, runs, verdict } = cell
  const looksAtRuns = decidesRuns(gates)
  const untraced = runs.find((run) => run.trace === undefined && run.verdict !== "none")
  if (untraced !== undefined) return Result.fail(`has no trace of ${name}, run #${untraced.index}`)
  const conditions = conditionsIn(cell.analysis?.conditions, looksAtRuns)
  if (conditions === undefined && verdict !== "none") return Result.fail(`does not say what ${name} was run under`)
  const digits = runs.map(({ trace }) => (trace === undefined ? NONE : digitsOf(seenOf(trace))))
  const tokens = runs.map(({ trace }) => trace?.conversation.tokens?.total)
  const { cost } = cell
  const kept: HistoryCell = { cell: id, suite, name, model, conditions: conditions ?? UNKNOWN }
  const row: HistoryRow = {
    cell: historyKey(kept),
    verdict,
    outcomes: conditions === undefined ? "" : (looksAtRuns ? runs : [cell]).map((one) => letters[one.verdict]).join(""),
    evidence: looksAtRuns ? digits.join("") : digitsOf(digits),
    ...(tokens.every((one) => one !== undefined) && { tokens: tokens.reduce((sum, one) => sum + one, 0) }),
    ...(cost?.unpriced_runs === 0 && { usd: cost.usd })
  }
  return Result.succeed({ cell: kept, row })
}

const letters: { readonly [V in Verdict]: string } = { pass: "p", fail: "f", none: "n" }

const NONE = "0".repeat(EVIDENCE_DIGITS)

const UNKNOWN: HistoryConditions = { prompt: "", tools: "", model: "", faults: "", gates: "" }

/** Gates across runs make the outcome of a cell whose gates look at no single run. */
const conditionsIn = (given: Conditions | undefined, looksAtRuns: boolean): HistoryConditions | undefined => {
  if (given?.gates === undefined || given.deciding === undefined || given.model === undefined) return undefined
  const { deciding, faults, gates, model, prompt, tools } = given
  return { prompt, tools: shortHash(tools), model, faults, gates: looksAtRuns ? shortHash(gates) : deciding }
}

/** What is seen of a run. Fields that later versions add to traces are not in it: a run must not look new after an update. */
export const seenOf = ({ clock, conversation, final_response, stop_reason, tool_calls, tool_results }: Trace): Json =>
  [
    tool_calls,
    tool_results,
    final_response,
    stop_reason,
    conversation.turns,
    conversation.tokens?.total ?? null,
    clock.virtual_ms,
    clock.recorded_ms ?? null
  ] as unknown as Json

const digitsOf = (value: Json): string => hashOf(canonicalJson(value)).slice(0, EVIDENCE_DIGITS)

const shortHash = (value: Json): string => hashOf(canonicalJson(value)).slice(0, 16)
