/**
 * The verdict of a cell that was not run: none, with the reason, and left out of its suite's.
 */
import type { Cell } from "../domain/Plan.ts"
import type { CellVerdict } from "../domain/Verdict.ts"

export const skippedCell = ({ agent, id, matrix, model, name }: Cell, reason: string): CellVerdict => ({
  id,
  agent,
  model,
  name,
  ...(matrix !== undefined && { matrix }),
  verdict: "none",
  skipped: reason,
  issues: [],
  runs: [],
  gates: []
})

/** Whether the cell was run, whatever came of it. */
export const wasRun = ({ skipped }: CellVerdict): boolean => skipped === undefined
