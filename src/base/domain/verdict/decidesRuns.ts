/**
 * Whether a gate decides on each run. The runs of a cell without such a gate have no outcome, and no pass rate.
 */
import type { GateVerdict } from "./Verdict.ts"

export const decidesRuns = (gates: ReadonlyArray<Pick<GateVerdict, "advisory" | "scope">>): boolean =>
  gates.some(({ advisory, scope }) => scope === "run" && !advisory)
