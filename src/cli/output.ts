/**
 * Standard output and standard error, written whole: the process may end only when the reader has everything.
 */
import * as Effect from "effect/Effect"
import { inPortions } from "../layers/platform/inPortions.ts"
import { escapeLine } from "../std/escape.ts"
import { handOver } from "./handOver.ts"

/** Completes when the text is handed over. */
export const stdout = Effect.fnUntraced(function* (text: string | Iterable<string>) {
  for (const portion of inPortions(text)) yield* Effect.promise(() => handOver(1, portion))
})

/** For people: anything that a terminal would obey is shown instead. */
export const stderr = (text: string): Effect.Effect<void> =>
  Effect.promise(() => handOver(2, text.split("\n").map(escapeLine).join("\n")))
