/**
 * Why the shapes of given calls cannot be compared with what a run recorded.
 */
import type { JsonSchemaCheck } from "../../../../base/domain/matching/Matcher.ts"
import type { ToolCall } from "../../../../base/domain/trace/Trace.ts"
import { isCallOf } from "../toolCalls.ts"
import { shapeError } from "./argumentShape.ts"
import type { ExpectedCall } from "./spec.ts"

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
