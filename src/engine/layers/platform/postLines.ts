/**
 * Sends lines of JSON to an address, a request a line, one after the other.
 */
import * as Effect from "effect/Effect"

/** How long an answer may take. */
const MILLISECONDS = 10_000

/** Fails with why the first line that was not accepted was not. */
export const postLines = Effect.fnUntraced(function* (
  url: URL,
  headers: { readonly [name: string]: string },
  lines: Iterable<string>
) {
  for (const body of lines) yield* post(url, headers, body)
})

const post = Effect.fnUntraced(function* (url: URL, headers: { readonly [name: string]: string }, body: string) {
  const answer = yield* Effect.tryPromise({
    try: async (signal) => {
      const response = await fetch(url, {
        method: "POST",
        headers: { "content-type": "application/json", ...headers },
        body,
        // A redirect would send the report, and the headers with a key, to another host.
        redirect: "manual",
        signal: AbortSignal.any([signal, AbortSignal.timeout(MILLISECONDS)])
      })
      return { isAccepted: response.ok, status: response.status, text: await response.text() }
    },
    catch: fetchFailure
  })
  if (!answer.isAccepted) return yield* Effect.fail(`the answer is ${answer.status}`)
  const rejected = /"rejectedSpans":\s*"?([1-9]\d*)/.exec(answer.text)?.[1]
  if (rejected !== undefined) return yield* Effect.fail(`${rejected} spans were rejected`)
})

/** Why a request got no answer. `fetch` of Node says "fetch failed", and keeps the reason as its cause. */
export const fetchFailure = (thrown: unknown): string => {
  const { cause, message } = thrown instanceof Error ? thrown : new Error(String(thrown))
  return cause instanceof Error ? cause.message : message
}
