/**
 * Standard output and standard error as effects. They complete when the reader has everything, so the process may end then.
 * What standard output does not take is a failure; there is nowhere to tell of standard error.
 */
import * as Effect from "effect/Effect"
import { inPortions } from "../../../engine/layers/platform/inPortions.ts"
import { escapeLine } from "../../../base/std/escape.ts"
import { UsageError } from "../UsageError.ts"
import { writeAll } from "./writeAll.ts"

export const stdout = Effect.fnUntraced(function* (text: string | Iterable<string>) {
  for (const portion of inPortions(text)) {
    const error = yield* Effect.promise(() => writeAll(1, portion))
    if (error !== undefined) return yield* notWhole(error)
  }
})

/** For people: shows control characters instead of sending them to the terminal. */
export const stderr = (text: string): Effect.Effect<void> =>
  Effect.promise(async () => void (await writeAll(2, text.split("\n").map(escapeLine).join("\n"))))

const notWhole = (code: string): UsageError =>
  new UsageError({
    what: `Standard output could not be written whole: ${code}.`,
    hint: "Make room for it, or send it to another file."
  })
