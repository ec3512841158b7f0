/**
 * What a scripted tool can answer.
 */
import type { ToolAnswer } from "../../domain/Cassette.ts"
import type { Json } from "../../domain/Json.ts"

export const text = (words: string): ToolAnswer => ({
  is_error: false,
  content: [{ type: "text", text: words }],
  timed_out: false
})

/** The tool ran and says that it failed. */
export const failure = (reason: string): ToolAnswer => ({ ...text(reason), is_error: true })

/** A structured value and, as MCP asks of a server, the same value as text. */
export const structured = (value: Json): ToolAnswer => ({ ...text(JSON.stringify(value)), structured: value })
