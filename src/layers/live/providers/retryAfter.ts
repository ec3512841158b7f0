/**
 * How long a server asks to be left alone, in milliseconds: its `retry-after-ms`, or its `retry-after` in seconds or as a
 * date. Nothing where it says nothing that can be read; the caller bounds the rest.
 */
export const retryAfter = (
  said: { readonly retryAfter?: string; readonly retryAfterMs?: string },
  now: number
): number | undefined => {
  const millis = number(said.retryAfterMs)
  if (millis !== undefined) return millis
  const seconds = number(said.retryAfter)
  if (seconds !== undefined) return seconds * 1_000
  return dates.test(said.retryAfter ?? "") ? number(String(Date.parse(said.retryAfter ?? "") - now)) : undefined
}

/** Only what HTTP calls a date: engines differ in what else they take for one. */
const dates = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/

const number = (text: string | undefined): number | undefined => {
  const value = text === undefined || text.trim() === "" ? Number.NaN : Number(text)
  return Number.isNaN(value) ? undefined : value
}
