/**
 * The environment of the process, unless a file of the project has a part in what passhat does.
 *
 * Bun adds what `.env` files name to the environment before any code runs, so a pull request could choose the mode of a run, or where
 * keys are sent. Such names are refused on every runtime, whether it reads the files or not: the result does not depend on it.
 */
import { readdirSync, readFileSync, statSync } from "node:fs"
import { join, relative } from "node:path"
import process from "node:process"
import * as Effect from "effect/Effect"
import { shorten } from "../../std/shorten.ts"
import { tryCatch } from "../../std/tryCatch.ts"
import { UsageError } from "../UsageError.ts"
import type { Environment } from "./mode.ts"

/** Looks into the folders of projects, and into the current one. */
export const readEnvironment = Effect.fnUntraced(function* (projects: Iterable<string>) {
  for (const folder of new Set([process.cwd(), ...projects])) {
    for (const file of filesOf(folder)) {
      const [, name] = reserved.exec(textOf(file)) ?? []
      if (name !== undefined) return yield* refused(relative(process.cwd(), file), name)
    }
  }
  return process.env as Environment
})

const filesOf = (folder: string): ReadonlyArray<string> =>
  (tryCatch(() => readdirSync(folder)) ?? []).filter(isEnvironmentFile).map((name) => join(folder, name))

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
