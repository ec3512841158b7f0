/**
 * The events of a streamed body, which is text: each is some lines, and a line without words ends it.
 */
import { tryCatch } from "../../../std/tryCatch.ts"

/** The data of each event, parsed. Undefined if one of them is not JSON; `[DONE]` is no event. */
export const serverSentEvents = (body: string, parse: (text: string) => unknown): ReadonlyArray<unknown> | undefined =>
  tryCatch(() =>
    eventData(body)
      .filter((data) => data !== DONE)
      .map(parse)
  )

/** What the last event of a complete stream holds. */
export const DONE = "[DONE]"

/** The data of each event that has some, as text. */
export const eventData = (body: string): ReadonlyArray<string> =>
  body
    .split(/\r\n\r\n|\n\n|\r\r/)
    .map(dataOf)
    .filter((data) => data !== "")

const dataOf = (event: string): string =>
  event
    .split(/\r\n|\r|\n/)
    .flatMap((line) => (line.startsWith("data:") ? [line.slice("data:".length)] : []))
    .join("\n")
    .trim()
