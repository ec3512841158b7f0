/**
 * A way to one server: what the MCP SDK's client speaks through, and what is known when it breaks.
 */
import type * as Effect from "effect/Effect"
import type { Transport } from "./sdk.ts"

export interface Link {
  readonly transport: Transport
  /** What the other end did, in full sentences, for whoever has to mend it. */
  readonly account: Effect.Effect<string>
  /** Said before the link is closed. */
  readonly farewell: Effect.Effect<void>
}
