/**
 * Text for standard output or standard error, handed over whole.
 */
import { writeSync } from "node:fs"
import { tryCatch } from "../std/tryCatch.ts"
import { clearLife } from "./signOfLife.ts"
import { type Output, streamAt } from "./terminal.ts"

/** What fits into any pipe: writing it does not wait for the reader. */
const SMALL = 1 << 14

/**
 * A small text is written at once, since a stream takes longer to load; what was not taken goes through the stream. A
 * reader that has gone away (`| head`) is no error.
 */
export const handOver = async (output: Output, text: string): Promise<void> => {
  clearLife()
  const bytes = new TextEncoder().encode(text)
  const taken =
    bytes.length > SMALL
      ? 0
      : tryCatch(
          () => writeSync(output, bytes),
          () => 0
        )
  if (taken < bytes.length) await stream(streamAt(output), bytes.subarray(taken))
}

const stream = (to: NodeJS.WriteStream, bytes: Uint8Array): Promise<void> =>
  new Promise((resolve) => {
    if (!to.listeners("error").includes(ignore)) to.on("error", ignore)
    to.write(bytes, () => resolve())
  })

const ignore = (): void => {}
