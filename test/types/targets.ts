/**
 * Paths that `expect` accepts and paths that it refuses. The compiler checks both lists here, `findPath` in
 * test/language/gates/targetGrammar.test.ts.
 */
import type { KnownTarget } from "../../src/language/gates/KnownTarget.ts"

const takenByTypes = <const Paths extends ReadonlyArray<string>>(
  ...paths: { readonly [At in keyof Paths]: KnownTarget<Paths[At]> }
): ReadonlyArray<string> => paths

const refusedByTypes = <const Paths extends ReadonlyArray<string>>(
  ...paths: {
    readonly [At in keyof Paths]: KnownTarget<Paths[At]> extends Paths[At] ? "a path that is refused" : Paths[At]
  }
): ReadonlyArray<string> => paths

export const taken = takenByTypes(
  "tool_calls",
  "tool_calls[0].id",
  "tool_calls[0].turn",
  "tool_calls[*].turn",
  "tool_calls[0].server",
  "tool_calls[*].name",
  "tool_calls[0].args",
  "tool_calls[0].args.city",
  "tool_calls[*].args.items[*].sku",
  "tool_calls[0].caller",
  "tool_calls[0].caller.type",
  "tool_results",
  "tool_results[0].call_id",
  "tool_results[*].is_error",
  "tool_results[0].timed_out",
  "tool_results[0].error_code",
  "tool_results[*].error_code",
  "tool_results[0].content",
  "tool_results[0].content[0].text",
  "tool_results[0].structured",
  "tool_results[0].structured.is_error",
  "stop_reason",
  "conversation.tokens.input",
  "conversation.tokens.output",
  "conversation.tokens.total",
  "clock.virtual_ms",
  "faults[0].fault",
  "faults[0].call_id",
  "faults[*].kind",
  "faults[0].start_ms",
  "faults[*].detected_ms",
  "faults[0].recovered_ms",
  "faults[0].recovered_through",
  "faults[0].recovered_through[0].name",
  "faults[0].late_reply_ms",
  "observations.invoice.is_error",
  "observations.invoice.timed_out",
  "observations.invoice.error_code",
  "observations.invoice.content",
  "observations.invoice.content[0].text",
  "observations.invoice.structured",
  "observations.invoice.structured.total"
)

export const refused = refusedByTypes(
  "",
  "tool_calls[0]",
  "tool_calls[*]",
  "tool_calls.name",
  "tool_calls[0].nmae",
  "tool_calls[0].name.length",
  "tool_calls[zero].name",
  "tool_calls[0].argsx",
  "tool_call[0].name",
  "tool_results[0].isError",
  "stop_reason.text",
  "conversation",
  "conversation.tokens",
  "conversation.tokens.sum",
  "conversation.turns",
  "conversation.turns[0].content",
  "final_response",
  "clock",
  "clock.kind",
  "faults",
  "faults[0].recovered",
  "observations",
  "observations.invoice",
  "observations.invoice.call_id",
  "observations.invoice.line.is_error",
  "toString",
  "clock.constructor"
)

/** Indices and names that a template literal cannot tell from good ones: refused when the plan is made. */
export const refusedAtLoad = takenByTypes(
  "tool_calls[-1].name",
  "tool_calls[01].name",
  "tool_calls[1e3].name",
  "tool_calls[0].args.",
  "tool_calls[0].args..city",
  "tool_calls[0].args[city",
  "observations..is_error"
)
