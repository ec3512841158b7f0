/**
 * Standard output and standard error, written whole: the process may end only when the reader has everything.
 */
import { writeSync } from "node:fs"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { inPortions } from "../layers/platform/inPortions.ts"
import { visible } from "../report/visible.ts"
import { clearLife } from "./signOfLife.ts"
import { type Output, streamAt } from "./terminal.ts"

/** Completes when the text is handed over. A reader that has gone away (`| head`) is no error. */
export const stdout = Effect.fnUntraced(function* (text: string | Iterable<string>) {
  for (const portion of inPortions(text)) yield* write(1, portion)
})

/** For people: anything that a terminal would obey is shown instead. */
export const stderr = (text: string): Effect.Effect<void> => write(2, text.split("\n").map(visible).join("\n"))

/** What fits into any pipe: writing it does not wait for the reader. */
const SMALL = 1 << 14

/** A small text is written at once, since a stream takes longer to load; what was not taken goes through the stream. */
const write = (output: Output, text: string): Effect.Effect<void> =>
  Effect.suspend(() => {
    clearLife()
    const bytes = new TextEncoder().encode(text)
    const taken =
      bytes.length > SMALL
        ? 0
        : Result.getOrElse(
            Result.try(() => writeSync(output, bytes)),
            () => 0
          )
    return taken === bytes.length ? Effect.void : stream(streamAt(output), bytes.subarray(taken))
  })

const stream = (to: NodeJS.WriteStream, bytes: Uint8Array): Effect.Effect<void> =>
  Effect.callback((resume) => {
    if (!to.listeners("error").includes(ignore)) to.on("error", ignore)
    to.write(bytes, () => resume(Effect.void))
  })

const ignore = (): void => {}
