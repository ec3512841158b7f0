/**
 * The lines of a server's output, the same however its bytes arrive: a line is bounded, and is UTF-8 or an error.
 */
import * as Result from "effect/Result"

/** What one message of a server may weigh. */
export const MESSAGE_LIMIT = 16 * 1024 * 1024

export interface Read {
  readonly lines: ReadonlyArray<string>
  /** Why nothing more can be read. */
  readonly broken?: string
}

/** Made for one output: it keeps the line that has not ended yet. */
export const lineReader = (limit = MESSAGE_LIMIT): ((chunk: Uint8Array) => Read) => {
  let held = new Uint8Array(4096)
  let size = 0

  const append = (part: Uint8Array): void => {
    if (size + part.length > held.length) {
      const grown = new Uint8Array(Math.max(2 * held.length, size + part.length))
      grown.set(held.subarray(0, size))
      held = grown
    }
    held.set(part, size)
    size += part.length
  }

  return (chunk) => {
    const lines: Array<string> = []
    for (let from = 0; ;) {
      const end = chunk.indexOf(NEWLINE, from)
      const part = chunk.subarray(from, end === -1 ? chunk.length : end)
      if (size + part.length > limit) return { lines, broken: `It sent a message of more than ${limit} bytes.` }
      append(part)
      if (end === -1) return { lines }
      const line = decoded(held.subarray(0, size))
      if (Result.isFailure(line)) return { lines, broken: "It sent a line that is not UTF-8." }
      lines.push(line.success)
      size = 0
      from = end + 1
    }
  }
}

const NEWLINE = 0x0a

const decoded = (bytes: Uint8Array) => Result.try(() => new TextDecoder("utf-8", { fatal: true }).decode(bytes))
