/**
 * Turns the result of a call into the answer that the agent sees, with its images, sounds and files as the server sent them.
 */
import * as Schema from "effect/Schema"
import type { ToolAnswer } from "../../../../base/domain/recording/Cassette.ts"
import { Json, JsonObject } from "../../../../base/domain/Json.ts"

/** The result as the server sends it. Content blocks are not decoded further. */
export const CallResult = Schema.Struct({
  content: Schema.optionalKey(Schema.Array(Json)),
  structuredContent: Schema.optionalKey(Json),
  isError: Schema.optionalKey(Schema.Boolean),
  _meta: Schema.optionalKey(JsonObject)
})
export interface CallResult extends Schema.Schema.Type<typeof CallResult> {}

export const answerOf = ({ _meta, content = [], isError = false, structuredContent }: CallResult): ToolAnswer => ({
  is_error: isError,
  content,
  ...(structuredContent !== undefined && { structured: structuredContent }),
  ...(_meta !== undefined && { _meta }),
  timed_out: false
})

/** The result of a failed call, as the agent sees it. */
export const errorAnswer = (text: string, error_code?: number): ToolAnswer => ({
  is_error: true,
  content: [{ type: "text", text }],
  timed_out: false,
  ...(error_code !== undefined && { error_code })
})
