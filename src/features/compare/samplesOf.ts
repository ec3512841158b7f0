/**
 * The samples of a report and of a recording: outcomes and calls of every run, and what they were run under.
 *
 * A recording has no verdicts. Its outcomes are those that were recorded with it, as the observation `outcome.passed`.
 */
import { decidesRuns } from "../../base/domain/verdict/decidesRuns.ts"
import { replayRun } from "../../engine/agentLoop/replayRun.ts"
import type { CellSample, SampledRun } from "../../base/domain/verdict/Baseline.ts"
import type { Recording } from "../../base/domain/recording/Cassette.ts"
import { conditionsOf } from "../../base/domain/verdict/conditions.ts"
import type { Trace } from "../../base/domain/trace/Trace.ts"
import type { CellVerdict, Report, RunVerdict } from "../../base/domain/verdict/Verdict.ts"
import { cellOf } from "../../app/recordings/cellOf.ts"

/** Cells that were skipped have no runs, and are left out. */
export const samplesOfReport = ({ suites }: Report): ReadonlyArray<CellSample> =>
  suites.flatMap(({ cells, suite }) => cells.filter(({ skipped }) => skipped === undefined).map(sampleOfCell(suite)))

const sampleOfCell =
  (suite: string) =>
  ({ analysis, gates, id, name, runs, stopped }: CellVerdict): CellSample => {
    const isJudged = decidesRuns(gates)
    return {
      id,
      name: `${suite} > ${name}`,
      ...(analysis?.conditions !== undefined && { conditions: analysis.conditions }),
      runs: runs.map((run) => sampledRun(run, isJudged)),
      ...(stopped !== undefined && { planned_runs: stopped.of })
    }
  }

const sampledRun = ({ index, trace, verdict }: RunVerdict, isJudged: boolean): SampledRun => ({
  index,
  ...(isJudged && verdict !== "none" && { outcome: verdict }),
  ...(trace !== undefined && { calls: callsOf(trace) })
})

export const sampleOfRecording = ({ file, header, runs }: Recording): CellSample => {
  const { agent, fingerprint, model, suite } = header
  const cell = cellOf(header)
  const sampled = [...runs.values()]
    .toSorted((a, b) => a.index - b.index)
    .map((run): SampledRun => {
      const result = replayRun(cell, run, file)
      if ("issue" in result) return { index: run.index }
      const passed = outcomeOf(result.trace)
      return {
        index: run.index,
        ...(passed !== undefined && { outcome: passed ? "pass" : "fail" }),
        calls: callsOf(result.trace)
      }
    })
  const isJudged = sampled.some(({ outcome }) => outcome !== undefined)
  const conditions = conditionsOf({ fingerprint: fingerprint.sha256, parts: fingerprint.parts })
  return {
    id: cell.id,
    name: `${suite} > ${agent} > ${model}`,
    conditions: isJudged ? { ...conditions, gates: { "outcome.passed": "recorded" } } : conditions,
    runs: sampled,
    ...(header.stopped !== undefined && { planned_runs: header.stopped.of })
  }
}

const callsOf = ({ tool_calls }: Trace): NonNullable<SampledRun["calls"]> =>
  tool_calls.map(({ args, name, server }) => ({ server, name, args }))

const outcomeOf = ({ observations }: Trace): boolean | undefined => {
  const structured = observations?.["outcome"]?.structured
  if (typeof structured !== "object" || structured === null || Array.isArray(structured)) return undefined
  const { passed } = structured as { readonly passed?: unknown }
  return typeof passed === "boolean" ? passed : undefined
}
