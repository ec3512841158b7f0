/**
 * Standard output and standard error, written whole: the process may end only when the reader has everything.
 */
import process from "node:process"
import * as Effect from "effect/Effect"
import { visible } from "../report/visible.ts"

/** Completes when the text is handed over. A reader that has gone away (`| head`) is no error. */
export const stdout = (text: string): Effect.Effect<void> => write(process.stdout, text)

/** For people: anything that a terminal would obey is shown instead. */
export const stderr = (text: string): Effect.Effect<void> =>
  write(process.stderr, text.split("\n").map(visible).join("\n"))

const write = (stream: NodeJS.WriteStream, text: string): Effect.Effect<void> =>
  Effect.callback((resume) => {
    stream.once("error", () => resume(Effect.void))
    stream.write(text, () => resume(Effect.void))
  })
