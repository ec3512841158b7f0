/**
 * What is wrong with a layer that breaks the rules of its service: it leaves a run or a cell without a verdict.
 */
import type { Cell } from "../../base/domain/plan/Plan.ts"
import { type Infrastructure, infrastructure } from "../services/Infrastructure.ts"

/** Something threw where services fail. `place` names the cell or the run. */
export const thrownError = (place: string, error: unknown): Infrastructure => {
  const service = missingService(error)
  return service === undefined
    ? infrastructure(
        `${place}: an error was thrown that no code handles: ${error instanceof Error ? error.message : String(error)}.`,
        "Correct the layer, the hook or the gate that throws it."
      )
    : infrastructure(`${place}: ${needs("its code", service)}`, GIVE_LAYERS)
}

/** A driver, a hook or a layer asked for a service. The compiler says so where it sees it. */
export const needs = (who: string, service: string): string =>
  `${who} needs a service that no layer provides: ${service}.`

export const GIVE_LAYERS = "Give main or run a layer that provides it: main(import.meta, suite, { layers })."

/** The name of the service that effect did not find. */
export const missingService = (error: unknown): string | undefined =>
  error instanceof Error ? /^Service not found: ([^\s(]+)/.exec(error.message)?.[1] : undefined

/** A run that was given twice, or that the cell does not ask for, would be judged as one more. */
export const strangeRuns = (cell: Cell, file: string, indices: Iterable<number>): Infrastructure =>
  infrastructure(
    `${cell.name}: ${file} gave run ${[...indices].join(", ")} twice, or where it was not asked for.`,
    "Correct the layer that provides Cassettes."
  )
