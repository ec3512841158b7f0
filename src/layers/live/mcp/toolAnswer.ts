/**
 * Turns the result of a call into what is recorded: binary data becomes its hash and size, the rest is unchanged.
 */
import * as Schema from "effect/Schema"
import type { ToolAnswer } from "../../../domain/Cassette.ts"
import { Json } from "../../../domain/Json.ts"
import { withoutBytes } from "../../../domain/withoutBytes.ts"

/** The result as the server sends it. Content blocks are not decoded further. */
export const CallResult = Schema.Struct({
  content: Schema.optionalKey(Schema.Array(Json)),
  structuredContent: Schema.optionalKey(Json),
  isError: Schema.optionalKey(Schema.Boolean)
})
export interface CallResult extends Schema.Schema.Type<typeof CallResult> {}

export const answerOf = ({ content = [], isError = false, structuredContent }: CallResult): ToolAnswer => ({
  is_error: isError,
  content: content.map(withoutBytes),
  ...(structuredContent !== undefined && { structured: structuredContent }),
  timed_out: false
})

/** The result of a failed call, as the agent sees it. */
export const errorAnswer = (text: string): ToolAnswer => ({
  is_error: true,
  content: [{ type: "text", text }],
  timed_out: false
})
