/**
 * What is kept of an answer besides its text and calls: the provider's own items, to be sent back as they came, and what
 * the provider did on its own account.
 *
 * Most answers are no more than text and calls, and keep nothing.
 */
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { AskedCall, ModelAnswer } from "../../../domain/Cassette.ts"
import { Json } from "../../../domain/Json.ts"
import type { ToolResult } from "../../../domain/Trace.ts"

export const ProviderState = Schema.Struct({
  items: Schema.Array(Json)
})
export interface ProviderState extends Schema.Schema.Type<typeof ProviderState> {}

export const stateOf = (
  items: ReadonlyArray<Json>,
  calls: ReadonlyArray<AskedCall> = [],
  results: ReadonlyArray<ToolResult> = []
): Pick<ModelAnswer, "provider_state" | "ran"> => ({
  provider_state: { items },
  ...(calls.length + results.length > 0 && { ran: { calls, results } })
})

/** The items to send back; nothing where text and calls are all there was. */
export const itemsOf = ({ provider_state }: ModelAnswer): ReadonlyArray<Json> | undefined =>
  Option.getOrUndefined(Schema.decodeUnknownOption(ProviderState)(provider_state))?.items
