/**
 * What is sent back to a provider in the next request: its own items, unchanged, and the results of tools as text.
 */
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { AskedCall, ModelAnswer } from "../../../base/domain/recording/Cassette.ts"
import { Json } from "../../../base/domain/Json.ts"
import type { ToolResult } from "../../../base/domain/trace/Trace.ts"
import { withoutBytes } from "../../../base/domain/recording/withoutBytes.ts"

/** What is recorded of an answer that is more than text and calls. Most answers record none. */
export const ProviderState = Schema.Struct({
  items: Schema.Array(Json)
})
export interface ProviderState extends Schema.Schema.Type<typeof ProviderState> {}

/** `calls` and `results` are of tools that ran at the provider. */
export const stateOf = (
  items: ReadonlyArray<Json>,
  calls: ReadonlyArray<AskedCall> = [],
  results: ReadonlyArray<ToolResult> = []
): Pick<ModelAnswer, "provider_state" | "ran"> => ({
  provider_state: { items },
  ...(calls.length + results.length > 0 && { ran: { calls, results } })
})

/** The items of a recorded answer; undefined for an answer of text and calls alone. */
export const itemsOf = ({ provider_state }: ModelAnswer): ReadonlyArray<Json> | undefined =>
  Option.getOrUndefined(Schema.decodeUnknownOption(ProviderState)(provider_state))?.items

/** A tool's result as texts: other content as JSON without its bytes, and the structured value only if there is no content. */
export const toolTexts = ({ content, structured }: ToolResult): ReadonlyArray<string> => {
  const parts = content
    .map((part) => (isText(part) ? part.text : JSON.stringify(withoutBytes(part))))
    .filter((part) => part !== "")
  return parts.length === 0 && structured !== undefined ? [JSON.stringify(structured)] : parts
}

const isText = Schema.is(Schema.Struct({ type: Schema.Literal("text"), text: Schema.String }))
