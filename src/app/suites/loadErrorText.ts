/**
 * What is wrong with a file that does not load, in one line with file and line, from the errors of every runtime.
 */
import { framesOf } from "../../base/std/stackFrames.ts"
import { placeIn, shown } from "../kit/errorPlace.ts"
import { readFileSync } from "node:fs"
import { dirname, resolve } from "node:path"
import { fileURLToPath } from "node:url"
import { tryCatch } from "../../base/std/tryCatch.ts"

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

/** Undefined if the message is about something else, or no line of the file asks for it. */
const missingImport = (message: string, path: string): string | undefined => {
  const importer = pathOf(/ imported from ['"]?(\S+?)['"]?$/.exec(message)?.[1] ?? path)
  const lines = tryCatch(() => readFileSync(importer, "utf8").split("\n")) ?? []
  const place = (isIt: (line: string) => boolean): string | undefined => {
    const at = lines.findIndex(isIt)
    return at === -1 ? undefined : shown({ file: importer, line: at + 1 })
  }
  const [, target] = MODULE.exec(message) ?? []
  if (target !== undefined) {
    const name = lines
      .flatMap(quoted)
      .find((one) => one === target || resolve(dirname(importer), one) === pathOf(target))
    const at = place((line) => name !== undefined && quoted(line).includes(name))
    return at === undefined ? undefined : `Cannot find ${JSON.stringify(name)} (${at})`
  }
  const [told, name] = EXPORT.exec(message) ?? []
  const at = place((line) => name !== undefined && line.split(/[^\w$]+/).includes(name))
  return told === undefined || at === undefined ? undefined : `${told} (${at})`
}

/** The words of Node, Bun and Deno for a module, and of Bun for a name, that is not there. */
const MODULE = /^(?:Cannot find (?:module|package)|Module not found|Import|Relative import path) ['"]([^'"]+)['"]/
const EXPORT = /^Export named '([^']+)' not found(?= in module )/

const quoted = (line: string): ReadonlyArray<string> =>
  Array.from(line.matchAll(/(['"])(.+?)\1/g), ([, , text = ""]) => text)

const pathOf = (place: string): string =>
  place.startsWith("file:") ? (tryCatch(() => fileURLToPath(place)) ?? place) : place
