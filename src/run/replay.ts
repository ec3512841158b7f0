/**
 * Replays a recorded run through the agent loop, checking that the conversation is still the recorded one.
 */
import type { RecordedRun } from "../domain/Cassette.ts"
import { issue } from "../domain/issues.ts"
import type { Cell } from "../domain/Plan.ts"
import type { RunResult } from "../domain/Run.ts"
import type { Trace } from "../domain/Trace.ts"
import { steppedTrace } from "./steppedTrace.ts"
import { straightTrace } from "./straight.ts"

/** Nothing waits, so no fiber is needed; where nothing went wrong, not even the machine. */
export const replay = (cell: Cell, run: RecordedRun, file: string): RunResult => {
  const { exchanges, index, outcome, trace } = run
  if (outcome.status === "infrastructure_error") return { index, issue: outcome.issue }
  const diverged = (what: string): RunResult => ({
    index,
    issue: issue("DIVERGED", `${file}, run ${index}: ${what}.`, "Record it again with --record.")
  })
  const unseen = cell.observations.find(({ name }) => run.observations?.[name] === undefined)
  if (unseen !== undefined) return diverged(`the observation "${unseen.name}" was not recorded`)
  const told = trace ?? straightTrace(cell.behaviour, exchanges)
  if (told !== undefined) return { index, trace: observed(told, run) }
  const stepped = steppedTrace(cell, exchanges)
  return typeof stepped === "string" ? diverged(stepped) : { index, trace: observed(stepped, run) }
}

const observed = (trace: Trace, { observations = {} }: RecordedRun): Trace => {
  const results = Object.entries(observations).map(([name, answer]) => [
    name,
    { call_id: `observe-${name}`, ...answer }
  ])
  return results.length === 0 ? trace : { ...trace, observations: Object.fromEntries(results) }
}
