/**
 * The environment of the process, and keys that a `.env` file of the project has, unless such a file has a part in what passhat does.
 *
 * Bun adds what `.env` files name to the environment before any code runs, so a pull request could choose the mode of a run, or where
 * keys are sent. Such names are refused on every runtime, whether it reads the files or not: the result does not depend on it.
 */
import { readdirSync, readFileSync, statSync } from "node:fs"
import { join, relative } from "node:path"
import process from "node:process"
import * as Effect from "effect/Effect"
import { shorten } from "../../base/std/shorten.ts"
import { tryCatch } from "../../base/std/tryCatch.ts"
import { UsageError } from "./UsageError.ts"
import type { Environment } from "../../base/std/Environment.ts"

/** Looks into the folders of projects, and into the current one. What the process has is stronger than a file. */
export const readEnvironment = Effect.fnUntraced(function* (projects: Iterable<string>) {
  const found: Array<readonly [name: string, value: string]> = []
  for (const folder of new Set([process.cwd(), ...projects])) {
    for (const file of filesOf(folder)) {
      const text = textOf(file)
      const [, name] = reserved.exec(text) ?? []
      if (name !== undefined) return yield* refused(relative(process.cwd(), file), name)
      if (isReadForKeys.test(file)) found.push(...keysIn(text))
    }
  }
  const own = process.env as Environment
  // The first file that has a key decides.
  return found.length === 0 ? own : { ...Object.fromEntries(found.toReversed()), ...own }
})

/** As every runtime reads them that reads any. */
const isReadForKeys = /[\\/]\.env(?:\.local)?$/

/** Keys of providers alone: nothing else of a file is taken over. */
const keysIn = (text: string): ReadonlyArray<readonly [string, string]> =>
  Array.from(text.matchAll(key), ([, name = "", quoted, plain = ""]) => [name, quoted?.slice(1, -1) ?? plain] as const)

const key =
  /^[^\S\n\r]*(?:export[^\S\n\r]+)?(\w+_API_KEY)[^\S\n\r]*=[^\S\n\r]*(?:("[^"\n]*"|'[^'\n]*'|`[^`\n]*`)|([^\s#"'`]+))/gm

/** `.env.local` comes before `.env`. */
const filesOf = (folder: string): ReadonlyArray<string> =>
  (tryCatch(() => readdirSync(folder)) ?? [])
    .filter(isEnvironmentFile)
    .toSorted()
    .toReversed()
    .map((name) => join(folder, name))

/** No runtime reads an example. */
const isEnvironmentFile = (name: string): boolean =>
  /^\.env(?:\.|$)/.test(name) && !/\.(?:example|sample|template)$/.test(name)

/** Empty for what is no file, such as a folder or a pipe, and for what cannot be read: no runtime reads that either. */
const textOf = (file: string): string =>
  tryCatch(
    () => (statSync(file).isFile() ? readFileSync(file, "utf8") : ""),
    () => ""
  )

/** A line that sets what passhat or a provider's SDK obeys. Keys are not among them. Blank lines are not tried again from each of them. */
const reserved = /^[^\S\n\r\u2028\u2029]*(?:export\s+)?["'`]?(PASSHAT_\w*|\w*_BASE_URL)["'`]?\s*[=:]/im

const refused = (file: string, name: string): UsageError =>
  new UsageError({
    what: `${file} sets ${shorten(name, 100)}, and a file of the project cannot decide that.`,
    hint: "Delete the line, and set it in the shell or in CI. Keys may be in the file."
  })
