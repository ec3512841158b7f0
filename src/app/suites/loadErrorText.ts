/**
 * What is wrong with a file that does not load, in one line with file and line, from the errors of every runtime.
 */
import { framesOf } from "../../base/std/stackFrames.ts"
import { placeIn, shown } from "../kit/errorPlace.ts"
import { missingImport } from "./missingImport.ts"

export const loadErrorText = (cause: unknown, path: string): string => {
  const message =
    typeof cause === "object" && cause !== null && "message" in cause ? String(cause.message) : String(cause)
  const [first = ""] = message.split("\n")
  const missing = missingImport(first, path)
  if (missing !== undefined) return missing
  const told = first
    .replace(/ \(line \d+\)$/, "")
    .replace(/ at file:\S+$/, "")
    .replace(/\.$/, "")
  const at = positionOf(cause) ?? writtenIn(message, path) ?? stackPlace(cause)
  return at === undefined ? told : `${told} (${at})`
}

/** Bun's errors of building say where. */
const positionOf = (cause: unknown): string | undefined => {
  if (typeof cause !== "object" || cause === null || !("position" in cause)) return undefined
  const position: { readonly file?: unknown; readonly line?: unknown } = Object(cause.position)
  const { file, line } = position
  return typeof file === "string" && typeof line === "number" && line > 0 ? shown({ file, line }) : undefined
}

/** Deno writes a location into the message; passhat's own loader, the line. */
const writtenIn = (message: string, path: string): string | undefined => {
  const [frame] = framesOf(message.replace(/ (?=at file:\S+$)/, "\n"))
  const line = / \(line (\d+)\)$/.exec(message)?.[1]
  if (frame !== undefined) return shown(frame)
  return line === undefined ? undefined : shown({ file: path, line: Number(line) })
}

/** Node begins the stack of a file that cannot be linked with its location. */
const stackPlace = (cause: unknown): string | undefined => {
  const stack = cause instanceof Error ? (cause.stack ?? "") : ""
  return placeIn(/^file:\S+:\d+$/m.exec(stack)?.[0].replace(/^/, "    at ").replace(/$/, ":1") ?? stack)
}
