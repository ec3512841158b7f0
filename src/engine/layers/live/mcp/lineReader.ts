/**
 * Splits a server's output into lines, however its bytes arrive. A line that is too long or not UTF-8 is an error.
 */
import * as Result from "effect/Result"

/** The most bytes that one message of a server may have. */
export const MESSAGE_LIMIT = 16 * 1024 * 1024

export interface LineBatch {
  readonly lines: ReadonlyArray<string>
  /** Why reading stopped for good; undefined while it goes on. */
  readonly broken?: string
}

/** Stateful: one reader for one output, because it keeps the unfinished line. */
export const lineReader = (limit = MESSAGE_LIMIT): ((chunk: Uint8Array) => LineBatch) => {
  let buffer = new Uint8Array(4096)
  let size = 0

  const append = (part: Uint8Array): void => {
    if (size + part.length > buffer.length) {
      const larger = new Uint8Array(Math.max(2 * buffer.length, size + part.length))
      larger.set(buffer.subarray(0, size))
      buffer = larger
    }
    buffer.set(part, size)
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
      const line = decodeUtf8(buffer.subarray(0, size))
      if (Result.isFailure(line)) return { lines, broken: "It sent a line that is not UTF-8." }
      lines.push(line.success)
      size = 0
      from = end + 1
    }
  }
}

const NEWLINE = 0x0a

const decodeUtf8 = (bytes: Uint8Array) => Result.try(() => new TextDecoder("utf-8", { fatal: true }).decode(bytes))
