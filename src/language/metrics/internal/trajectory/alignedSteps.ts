/**
 * Expected and recorded calls side by side, as rows in the order of the recorded calls. An expected call without a
 * recorded one is put before the next expected call.
 */
import type { AlignedStep } from "../../../../base/domain/verdict/Analysis.ts"

export const inReadingOrder = (steps: ReadonlyArray<AlignedStep>): ReadonlyArray<AlignedStep> => {
  const rows = steps
    .filter((step) => step.recorded !== undefined)
    .toSorted((a, b) => (a.recorded ?? 0) - (b.recorded ?? 0))
  const unmatched = steps
    .filter((step) => step.recorded === undefined)
    .toSorted((a, b) => (a.expected ?? 0) - (b.expected ?? 0))
  for (const step of unmatched) {
    const next = rows.findIndex(({ expected }) => expected !== undefined && expected > (step.expected ?? 0))
    rows.splice(next === -1 ? rows.length : next, 0, step)
  }
  return rows
}

/** Rows for the recorded calls that are in none of the steps. */
export const remainingCalls = (
  steps: ReadonlyArray<AlignedStep>,
  recorded: number,
  is: AlignedStep["is"]
): ReadonlyArray<AlignedStep> => {
  const taken = new Set(steps.map((step) => step.recorded))
  return Array.from({ length: recorded }, (_, at) => at)
    .filter((at) => !taken.has(at))
    .map((at) => ({ recorded: at, is }))
}
