/**
 * The runs of a recording that a cell does not ask for. Fewer runs must not be a way to hide a failure: if the cell fails with the runs that it
 * leaves out, and not without them, it has no verdict.
 */
import type { RecordedRun } from "../../base/domain/recording/Cassette.ts"
import type { Issue } from "../../base/domain/Issue.ts"
import { issue, notice } from "../../base/domain/issues.ts"
import type { Cell } from "../../base/domain/plan/Plan.ts"
import type { LeftOutFailures, LeftOutRuns } from "../../base/domain/recording/Run.ts"
import { type RunIndices, runIndices } from "./runIndices.ts"

/** The runs of a recording that is not played as a whole. */
export const leftOutOf = (cell: Cell, file: string, recorded: Iterable<RecordedRun>): LeftOutRuns => {
  const all = [...recorded]
  return {
    runs: all.filter(({ index }) => index > cell.runs),
    issues: (failures) => unusedRuns(cell, file, indicesOf(all.map(({ index }) => index)), failures)
  }
}

export const unusedRuns = (
  cell: Cell,
  file: string,
  indices: RunIndices,
  { gates, runs }: LeftOutFailures = { gates: [], runs: [] }
): ReadonlyArray<Issue> => {
  if (indices.largest() <= cell.runs) return []
  const what = `${file} also holds ${indices.named(cell.runs + 1)}, which nothing asks for`
  const hint = `Say runs(${indices.largest()}) to use what is recorded`
  const failed = runs.length === 0 ? "" : `, and of these ${indicesOf(runs).named()} failed`
  const failing = gates.length === 0 ? "" : ` With all of them, ${gates.join(" and ")} would fail.`
  return failed + failing === ""
    ? [notice("UNUSED_RECORDING", `${what}.`, `${hint}.`)]
    : [issue("UNUSED_RECORDING", `${what}${failed}.${failing}`, `${hint}, or record the cell again.`)]
}

const indicesOf = (all: ReadonlyArray<number>): RunIndices => {
  const indices = runIndices()
  for (const index of all) indices.add(index)
  return indices
}
