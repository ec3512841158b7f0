/**
 * What a file imports and does not get, with the line that asks for it. Runtimes name the file that is missing, and not the line.
 */
import { readFileSync } from "node:fs"
import { dirname, resolve } from "node:path"
import { fileURLToPath } from "node:url"
import { tryCatch } from "../../base/std/tryCatch.ts"
import { shown } from "../kit/errorPlace.ts"

/** Undefined if the message is about something else, or no line of the file asks for it. */
export const missingImport = (message: string, path: string): string | undefined => {
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
