/**
 * One request to a server. An interrupted one is cancelled at the server; a result is taken as it is on the wire.
 */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { Client } from "./sdk.ts"

/** Whoever asks says how long to wait, so the SDK does not: this is as long as a timer can be. */
export const FOREVER_MS = 2 ** 31 - 1

export const ask = <A, I>(
  client: Client,
  method: string,
  params: Record<string, unknown>,
  result: Schema.Codec<A, I>
): Effect.Effect<A, unknown> =>
  attempt((signal) =>
    client.request({ method, params }, Schema.toStandardSchemaV1(result), { signal, timeout: FOREVER_MS })
  )

/** Fails with whatever was thrown. */
export const attempt = <A>(call: (signal: AbortSignal) => Promise<A>): Effect.Effect<A, unknown> =>
  Effect.tryPromise({ try: call, catch: (error) => error })
