/**
 * Standard output and standard error as effects. They complete when the reader has everything, so the process may end then.
 * What standard output does not take is a failure; there is nowhere to tell of standard error.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { inPortions } from "../../../engine/layers/platform/inPortions.ts"
import { escapeLine } from "../../../base/std/escape.ts"
import { UsageError } from "../UsageError.ts"
import { writeSync } from "node:fs"
import { errorCode } from "../../../base/std/errorCode.ts"
import { tryCatch } from "../../../base/std/tryCatch.ts"
import { clearStatus } from "./statusLines.ts"
import { type Output, statOf, writerAt } from "./terminal.ts"

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

/** Fits into any pipe: writing it does not wait for the reader. */
const SMALL = 1 << 14

/**
 * Returns the system's code of the error if not everything could be written. A reader that has gone away (`| head`) is no
 * error.
 *
 * Writes a small text at once, because the runtime's stream takes longer to load, and to a file always: a stream tells less
 * about a disk that is full. The rest goes through the stream.
 */
export const writeAll = async (output: Output, text: string): Promise<string | undefined> => {
  clearStatus()
  const bytes = new TextEncoder().encode(text)
  const { error, taken } = bytes.length <= SMALL || isFile(output) ? writeNow(output, bytes) : { taken: 0 }
  const failure = error ?? (taken < bytes.length ? await writeStream(output, bytes.subarray(taken)) : undefined)
  return failure === "EPIPE" ? undefined : failure
}

interface Written {
  readonly taken: number
  readonly error?: string
}

/** Until the pipe is full. */
const writeNow = (output: Output, bytes: Uint8Array): Written => {
  let taken = 0
  while (taken < bytes.length) {
    const written = tryCatch(() => writeSync(output, bytes, taken), errorCode)
    if (written === "EAGAIN") break
    if (typeof written === "string") return { taken, error: written }
    taken += written
  }
  return { taken }
}

const isFile = (output: Output): boolean => statOf(output)?.isFile() ?? false

/** Deno's stream throws, the others call back. */
const writeStream = (output: Output, bytes: Uint8Array): Promise<string | undefined> =>
  new Promise((resolve) => {
    const { stream, write } = writerAt(output)
    if (!stream.listeners("error").includes(ignore)) stream.on("error", ignore)
    tryCatch(
      () => write(bytes, (error) => resolve(error === undefined || error === null ? undefined : errorCode(error))),
      (thrown) => resolve(errorCode(thrown))
    )
  })

const ignore = (): void => {}
