/**
 * The answers that a scripted tool can give.
 */
import type { ToolAnswer } from "../../../base/domain/recording/Cassette.ts"
import type { Json } from "../../../base/domain/Json.ts"

export const text = (content: string): ToolAnswer => ({
  is_error: false,
  content: [{ type: "text", text: content }],
  timed_out: false
})

/** The tool ran and reports an error. */
export const failure = (reason: string): ToolAnswer => ({ ...text(reason), is_error: true })

/** A structured value and, as MCP requires of a server, the same value as text. */
export const structured = (value: Json): ToolAnswer => ({ ...text(JSON.stringify(value)), structured: value })
