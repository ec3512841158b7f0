/**
 * Where the expectations that a row does not meet stand in the suite's own code.
 */
import type { Source } from "../domain/Verdict.ts"
import type { Row } from "./sections.ts"

/** A run's checks come of the gates that look at each run, and are found by what they claim. */
export const sourcesOf = ({ checks, gates = [], source }: Row): ReadonlyArray<Source> => {
  if (source !== undefined) return [source]
  const red = new Set(checks.filter(({ verdict }) => verdict !== "pass").map(claimOf))
  return gates
    .filter((gate) => gate.scope === "run" && gate.checks.some((check) => red.has(claimOf(check))))
    .flatMap((gate) => gate.source ?? [])
}

const claimOf = ({ expected, target }: { readonly expected: string; readonly target: string }): string =>
  JSON.stringify([target, expected])
