/**
 * Expected and recorded calls side by side, as rows in the order of the recorded calls. An expected call without a
 * recorded one is put before the next expected call.
 */
import type { AlignedStep } from "../../../../base/domain/verdict/Analysis.ts"
import type { JsonSchemaCheck } from "../../../../base/domain/matching/Matcher.ts"
import type { ToolCall } from "../../../../base/domain/trace/Trace.ts"
import { isCallOf } from "../toolCalls.ts"
import { shapeError } from "./argumentShape.ts"
import type { ExpectedCall } from "./spec.ts"

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

/** The first reason, with the path of the call that it is about; undefined if all shapes can be compared. */
export const shapesError = (
  calls: ReadonlyArray<ExpectedCall>,
  recorded: ReadonlyArray<ToolCall>,
  jsonSchema: JsonSchemaCheck
): string | undefined => {
  for (const [index, expected] of calls.entries()) {
    if (typeof expected.args !== "object") continue
    // Only a schema can fail on the recorded arguments.
    const made = "schema" in expected.args ? recorded.filter((call) => isCallOf(expected, call)) : []
    const error = shapeError(
      expected.args,
      made.map((call) => call.args ?? {}),
      jsonSchema
    )
    if (error !== undefined) return `calls[${index}].args: ${error}`
  }
  return undefined
}
