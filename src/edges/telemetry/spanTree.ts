/**
 * The place of a span among the others of its trace.
 */
import { textOf } from "./fields.ts"
import type { Span } from "./Span.ts"

/** Whether a span is the work of an agent. The AI SDK has a span of its own around the steps of a conversation. */
export const isAgent = ({ attributes }: Span): boolean =>
  attributes["gen_ai.operation.name"] === "invoke_agent" ||
  attributes["openinference.span.kind"] === "AGENT" ||
  /^ai\.(?:generate|stream)(?:Text|Object)$/.test(textOf(attributes["ai.operationId"]) ?? "")

/** The parent of a span, its parent, and so on, the nearest first. A circle ends where it began. */
export const spansAbove = (span: Span, parentOf: (span: Span) => Span | undefined): ReadonlyArray<Span> => {
  const found = new Set<Span>()
  for (let at = parentOf(span); at !== undefined && at !== span && !found.has(at); at = parentOf(at)) found.add(at)
  return [...found]
}
