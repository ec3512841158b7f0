/**
 * Loads a provider's SDK when a model is first asked: it is an optional peer, and a replay never needs it.
 */
import * as Effect from "effect/Effect"
import { Failure } from "./Failure.ts"

export const load = <Sdk>(name: string, sdk: () => Promise<Sdk>): Effect.Effect<Sdk, Failure> =>
  Effect.tryPromise({
    try: sdk,
    catch: (cause) =>
      new Failure({
        reason: "NoSdk",
        detail: name,
        retryable: false,
        // The code alone: the sentence has paths of the machine in it.
        code: cause instanceof Error && "code" in cause ? String(cause.code) : String(cause)
      })
  })
