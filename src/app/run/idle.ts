/**
 * Modes that would do nothing with the cells that are selected: their replay must not pass for what was asked for.
 */
import type { Cell } from "../../base/domain/plan/Plan.ts"
import type { LiveParts } from "../../engine/services/LiveParts.ts"
import { UsageError } from "../kit/UsageError.ts"

/** Undefined if the mode has something to do, or if no cell is selected, which is refused elsewhere. */
export const idle = ({ agent, keep, model }: LiveParts, cells: ReadonlyArray<Cell>): UsageError | undefined => {
  if (cells.length === 0) return undefined
  if (agent === "live" && model === "recorded" && cells.every(({ behaviour }) => behaviour.driver === undefined)) {
    return new UsageError({
      what: "--live-agent runs the code of agents with a driver or a command again, and no agent that is selected has one.",
      hint: "Leave it out: agents that are a model in a plain loop are replayed."
    })
  }
  if (keep === "judges" && cells.every(({ gates }) => gates.every(({ jury }) => jury === undefined))) {
    return new UsageError({
      what: "--record=judges asks the judges of recorded runs, and no agent that is selected has one.",
      hint: "Leave it out, or add judged(...) to an agent."
    })
  }
  return undefined
}
