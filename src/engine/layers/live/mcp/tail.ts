/**
 * Keeps the end of what a server wrote to its stderr: enough to see why it exited, on one line, and safe to print.
 */
import { escapeLine } from "../../../../base/std/escape.ts"
import { afterFirstWord } from "../../../../base/std/wholeWords.ts"

export interface Tail {
  readonly push: (chunk: Uint8Array) => void
  readonly text: () => string
}

const BYTES = 2048
const LINES = 10

export const tail = (): Tail => {
  let kept = Buffer.alloc(0)
  let bytes = 0
  return {
    push: (chunk) => {
      bytes += chunk.length
      kept = Buffer.concat([kept, chunk.subarray(-BYTES)]).subarray(-BYTES)
    },
    text: () =>
      (bytes > BYTES ? afterFirstWord(kept.toString("utf8")) : kept.toString("utf8"))
        .trim()
        .split(/[\r\n]+/)
        .slice(-LINES)
        .map(escapeLine)
        .join(" | ")
  }
}
