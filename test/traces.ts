/**
 * Traces for tests: a test gives only the fields that it is about.
 */
import type { JsonObject } from "../src/base/domain/Json.ts"
import type { ToolCall, ToolResult, Trace, Turn } from "../src/base/domain/trace/Trace.ts"

/** A quiet trace: nothing called, nothing said, no tokens recorded. */
export const trace = (changes: Partial<Trace> = {}): Trace => ({
  tool_calls: [],
  tool_results: [],
  final_response: "",
  stop_reason: "end_turn",
  conversation: { turns: [] },
  clock: { virtual_ms: 0 },
  faults: [],
  ...changes
})

export const call = (name: string, args: JsonObject = {}, server = "weather"): ToolCall => ({
  id: `c-${name}`,
  turn: 1,
  server,
  name,
  args
})

/** The result of a call, by default an answer without content. */
export const result = (call_id: string, changes: Partial<ToolResult> = {}): ToolResult => ({
  call_id,
  is_error: false,
  content: [],
  timed_out: false,
  ...changes
})

/** A conversation of assistant turns, with tokens only where a total is given. */
export const said = (contents: ReadonlyArray<string>, total?: number): Pick<Trace, "conversation"> => {
  const turns = contents.map((content): Turn => ({ role: "assistant", content }))
  return { conversation: total === undefined ? { turns } : { tokens: { input: total, output: 0, total }, turns } }
}

/** A silent conversation that cost so many tokens. */
export const spent = (total: number): Pick<Trace, "conversation"> => said([], total)
