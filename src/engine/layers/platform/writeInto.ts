/**
 * Writes a text into a device or a pipe. Waits for a reader without blocking, so that signals are still received.
 */
import { constants } from "node:fs"
import { type FileHandle, open } from "node:fs/promises"
import { inPortions } from "./inPortions.ts"

/** Rejects with what `node:fs` throws, also if the reader goes away. */
export const writeInto = async (path: string, text: string | Iterable<string>): Promise<void> => {
  const handle = await open(path, constants.O_WRONLY)
  await writeAll(handle, text).finally(() => handle.close())
}

const writeAll = async (handle: FileHandle, text: string | Iterable<string>): Promise<void> => {
  const encoder = new TextEncoder()
  for (const portion of inPortions(text)) {
    const bytes = encoder.encode(portion)
    for (let from = 0; from < bytes.length;) from += (await handle.write(bytes, from)).bytesWritten
  }
}
