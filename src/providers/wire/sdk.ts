/**
 * What Anthropic's and OpenAI's SDKs have in common: how they are loaded and set up, and how their streams are read.
 */
import * as Effect from "effect/Effect"
import type { Address } from "../Address.ts"
import { Failure } from "./Failure.ts"

/** Loads an SDK when its provider is first asked: it is an optional peer dependency, and a replay never needs it. */
export const loadSdk = <Sdk>(name: string, sdk: () => Promise<Sdk>): Effect.Effect<Sdk, Failure> =>
  Effect.tryPromise({
    try: sdk,
    catch: (cause) =>
      new Failure({
        reason: "NoSdk",
        detail: name,
        retryable: false,
        // The code alone: the message contains paths of the machine.
        code: cause instanceof Error && "code" in cause ? String(cause.code) : String(cause)
      })
  })

/** Options of an SDK's client: one request, no console output, and nothing read from the process's environment. */
export const clientOptions = ({ key, url }: Address) => ({
  baseURL: url,
  maxRetries: 0,
  logLevel: "off" as const,
  // Without a key both SDKs search for credentials elsewhere, so they get a key that the header keeps from being sent.
  apiKey: key ?? "none",
  defaultHeaders: key === undefined ? { Authorization: null } : {}
})

/** Everything that a stream yields, once it has ended. */
export const collect = async <A>(stream: AsyncIterable<A>): Promise<ReadonlyArray<A>> => {
  const all: Array<A> = []
  for await (const one of stream) all.push(one)
  return all
}
