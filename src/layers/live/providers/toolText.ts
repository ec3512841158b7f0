/**
 * What a tool returned, as text for a model.
 */
import * as Schema from "effect/Schema"
import type { ToolResult } from "../../../domain/Trace.ts"

/** A text as it is, anything else as JSON; the structured value speaks only where there is no content. */
export const toolTexts = ({ content, structured }: ToolResult): ReadonlyArray<string> => {
  const parts = content.map((part) => (isText(part) ? part.text : JSON.stringify(part))).filter((part) => part !== "")
  return parts.length === 0 && structured !== undefined ? [JSON.stringify(structured)] : parts
}

const isText = Schema.is(Schema.Struct({ type: Schema.Literal("text"), text: Schema.String }))
