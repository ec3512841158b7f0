/**
 * The lines of a suite that declare the expectations a row does not meet.
 */
import type { Source } from "../../domain/Verdict.ts"
import type { Row } from "../Row.ts"

/** The gates of a red run are those with a check of the same target and expectation. */
export const failedGateLocations = ({ checks, gates = [], source }: Row): ReadonlyArray<Source> => {
  if (source !== undefined) return [source]
  const red = new Set(checks.filter(({ verdict }) => verdict !== "pass").map(checkKey))
  return gates
    .filter((gate) => gate.scope === "run" && gate.checks.some((check) => red.has(checkKey(check))))
    .flatMap((gate) => gate.source ?? [])
}

const checkKey = ({ expected, target }: { readonly expected: string; readonly target: string }): string =>
  JSON.stringify([target, expected])
