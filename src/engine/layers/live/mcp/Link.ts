/**
 * A connection to one server: the transport that the MCP SDK's client uses, and what is known when it breaks.
 */
import type * as Effect from "effect/Effect"
import type { Transport } from "./sdk.ts"
import type { Violations } from "./violations.ts"

export interface Link {
  readonly transport: Transport
  readonly violations: Violations
  /** Whether the server's end is known to be gone, though not all that it wrote was read yet. */
  readonly hasEnded: () => boolean
  /** What the server's end did, in full sentences, for error messages. Empty if nothing is known. */
  readonly diagnosis: Effect.Effect<string>
  /** Over HTTP, a stream of what the server sends by itself is only opened if this is true once the server has introduced itself. */
  readonly listenIf?: (isOfUse: () => boolean) => void
  /** Runs before the transport is closed. */
  readonly endSession: Effect.Effect<void>
}
