/**
 * Sends one request to a server. Interrupting it cancels it at the server; the result is decoded as it arrives.
 */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { Client } from "./sdk.ts"

/** The caller limits the wait, so the SDK's own timeout is as long as a timer can be. */
export const FOREVER_MS = 2 ** 31 - 1

export const request = <A, I>(
  client: Client,
  method: string,
  params: Record<string, unknown>,
  result: Schema.Codec<A, I>
): Effect.Effect<A, unknown> =>
  callSdk((signal) =>
    client.request({ method, params }, Schema.toStandardSchemaV1(result), { signal, timeout: FOREVER_MS })
  )

/** Fails with what the SDK rejects with. */
export const callSdk = <A>(call: (signal: AbortSignal) => Promise<A>): Effect.Effect<A, unknown> =>
  Effect.tryPromise({ try: call, catch: (error) => error })
