/**
 * Standard output and standard error, written whole: the process may end only when the reader has everything.
 */
import process from "node:process"
import * as Effect from "effect/Effect"
import { inPortions } from "../layers/platform/inPortions.ts"
import { visible } from "../report/visible.ts"
import { clearLife } from "./signOfLife.ts"

/** Completes when the text is handed over. A reader that has gone away (`| head`) is no error. */
export const stdout = Effect.fnUntraced(function* (text: string | Iterable<string>) {
  for (const portion of inPortions(text)) yield* write(process.stdout, portion)
})

/** For people: anything that a terminal would obey is shown instead. */
export const stderr = (text: string): Effect.Effect<void> =>
  write(process.stderr, text.split("\n").map(visible).join("\n"))

const write = (stream: NodeJS.WriteStream, text: string): Effect.Effect<void> =>
  Effect.callback((resume) => {
    if (!stream.listeners("error").includes(ignore)) stream.on("error", ignore)
    clearLife()
    stream.write(text, () => resume(Effect.void))
  })

const ignore = (): void => {}
