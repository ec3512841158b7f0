/**
 * Why a request got no answer. `fetch` of Node says "fetch failed", and keeps the reason as its cause.
 */
export const fetchFailure = (thrown: unknown): string => {
  const { cause, message } = thrown instanceof Error ? thrown : new Error(String(thrown))
  return cause instanceof Error ? cause.message : message
}
