/** A sink that keeps every result, for tests that judge nothing. */
import type { Cell } from "../../../src/base/domain/plan/Plan.ts"
import type { CellResult, RunResult } from "../../../src/base/domain/recording/Run.ts"
import type { CellSink } from "../../../src/engine/run/execute.ts"

export const keepResults = (cell: Cell): CellSink<CellResult> => {
  const runs: Array<RunResult> = []
  return {
    take: (result) => runs.push(result),
    clear: () => runs.splice(0),
    finish: (issues) => ({ cell: cell.id, runs: runs.toSorted((a, b) => a.index - b.index), issues })
  }
}
