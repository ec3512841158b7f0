/**
 * The frames of a stack as files and lines, whatever runtime wrote it.
 */
import { tryCatch } from "./tryCatch.ts"

export interface Frame {
  /** The full path of a file. */
  readonly file: string
  readonly line: number
  readonly column: number
}

/** The innermost first. What is no place in a file (native code, code of the runtime) is left out. */
export const framesOf = (stack: string | undefined): ReadonlyArray<Frame> =>
  (stack ?? "").split("\n").flatMap((line) => frameOf(/^ *at (?:async )?(.*)$/.exec(line)?.[1] ?? ""))

/** `name (file:12:3)` or `file:12:3`; a file's own name may hold brackets. */
const frameOf = (text: string): ReadonlyArray<Frame> => {
  const place = text.endsWith(")") ? text.slice(text.indexOf(" (") + 2, -1) : text
  const [, file = "", line, column] = /^(.*):(\d+):(\d+)$/.exec(place) ?? []
  if (!/^(?:file:\/\/|\/|[A-Za-z]:[\\/])/.test(file)) return []
  return [{ file: pathOf(file), line: Number(line), column: Number(column) }]
}

const pathOf = (file: string): string =>
  file.startsWith("file:")
    ? (tryCatch(() => decodeURIComponent(new URL(file).pathname).replace(/^\/(?=[A-Za-z]:)/, "")) ?? file)
    : file
