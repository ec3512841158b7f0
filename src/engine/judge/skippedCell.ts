/**
 * The verdict of a skipped cell: "none", with the reason. It does not count towards the suite's verdict.
 */
import type { Cell } from "../../base/domain/plan/Plan.ts"
import type { CellVerdict } from "../../base/domain/verdict/Verdict.ts"

export const skippedCell = ({ agent, case: row, id, matrix, model, name }: Cell, reason: string): CellVerdict => ({
  id,
  agent,
  model,
  name,
  ...(matrix !== undefined && { matrix }),
  ...(row !== undefined && { case: row }),
  verdict: "none",
  skipped: reason,
  issues: [],
  runs: [],
  gates: []
})

/** Whether the cell was not skipped. */
export const wasRun = ({ skipped }: CellVerdict): boolean => skipped === undefined
