/**
 * Writes all of a text to standard output or standard error, and waits for a slow reader.
 */
import { writeSync } from "node:fs"
import { tryCatch } from "../../std/tryCatch.ts"
import { clearLoading } from "./loadingLine.ts"
import { type Output, streamAt } from "./terminal.ts"

/** Fits into any pipe: writing it does not wait for the reader. */
const SMALL = 1 << 14

/**
 * Writes a small text at once, because the runtime's stream takes longer to load; what was not taken goes through the
 * stream. A reader that has gone away (`| head`) is no error.
 */
export const writeAll = async (output: Output, text: string): Promise<void> => {
  clearLoading()
  const bytes = new TextEncoder().encode(text)
  const taken =
    bytes.length > SMALL
      ? 0
      : tryCatch(
          () => writeSync(output, bytes),
          () => 0
        )
  if (taken < bytes.length) await writeStream(streamAt(output), bytes.subarray(taken))
}

const writeStream = (stream: NodeJS.WriteStream, bytes: Uint8Array): Promise<void> =>
  new Promise((resolve) => {
    if (!stream.listeners("error").includes(ignore)) stream.on("error", ignore)
    stream.write(bytes, () => resolve())
  })

const ignore = (): void => {}
