/**
 * Standard output and standard error as effects. They complete when the reader has everything, so the process may end then.
 * What standard output does not take is a failure; there is nowhere to tell of standard error.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { inPortions } from "../../../engine/layers/platform/inPortions.ts"
import { escapeLine } from "../../../base/std/escape.ts"
import { UsageError } from "../UsageError.ts"
import type { Output } from "./terminal.ts"
import { writeAll } from "./writeAll.ts"

/** What takes the text of a command: the streams of the process, unless a caller of the command provides its own. */
export const Streams = Context.Reference<{
  /** The system's code of the error if not everything could be written. */
  readonly write: (output: Output, text: string) => Promise<string | undefined>
}>("passhat/Streams", { defaultValue: () => ({ write: writeAll }) })

export const stdout = Effect.fnUntraced(function* (text: string | Iterable<string>) {
  const { write } = yield* Streams
  for (const portion of inPortions(text)) {
    const error = yield* Effect.promise(() => write(1, portion))
    if (error !== undefined) return yield* notWhole(error)
  }
})

/** For people: shows control characters instead of sending them to the terminal. */
export const stderr = (text: string): Effect.Effect<void> =>
  Effect.flatMap(Streams, ({ write }) =>
    Effect.promise(async () => void (await write(2, text.split("\n").map(escapeLine).join("\n"))))
  )

const notWhole = (code: string): UsageError =>
  new UsageError({
    what: `Standard output could not be written whole: ${code}.`,
    hint: "Make room for it, or send it to another file."
  })
