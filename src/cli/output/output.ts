/**
 * Standard output and standard error as effects. They complete when the reader has everything, so the process may end then.
 */
import * as Effect from "effect/Effect"
import { inPortions } from "../../layers/platform/inPortions.ts"
import { escapeLine } from "../../std/escape.ts"
import { writeAll } from "./writeAll.ts"

export const stdout = Effect.fnUntraced(function* (text: string | Iterable<string>) {
  for (const portion of inPortions(text)) yield* Effect.promise(() => writeAll(1, portion))
})

/** For people: shows control characters instead of sending them to the terminal. */
export const stderr = (text: string): Effect.Effect<void> =>
  Effect.promise(() => writeAll(2, text.split("\n").map(escapeLine).join("\n")))
