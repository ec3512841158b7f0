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
export const clientOptions = ({ key, url }: Address, headers: Readonly<Record<string, string>> = {}) => ({
  baseURL: url,
  maxRetries: 0,
  logLevel: "off" as const,
  // Without a key both SDKs search for credentials elsewhere, so they get a key that the header keeps from being sent.
  apiKey: key ?? "none",
  defaultHeaders: { ...(key === undefined && { Authorization: null }), ...headers }
})

/** In tokens. Anthropic's SDK refuses to send a request for more without streaming, expecting it to take over ten minutes. */
const LONGEST_UNSTREAMED_ANSWER = 21_333

/** Whether an answer may take so long that it has to be streamed: runtimes end a request that gets no answer for minutes. */
export const isLong = (maxTokens: number): boolean => maxTokens > LONGEST_UNSTREAMED_ANSWER

/** Everything that a stream yields, once it has ended. */
export const collect = async <A>(stream: AsyncIterable<A>): Promise<ReadonlyArray<A>> => {
  const all: Array<A> = []
  for await (const one of stream) all.push(one)
  return all
}
