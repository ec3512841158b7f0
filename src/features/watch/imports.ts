/**
 * The files that a suite consists of: its own and all that it imports by relative paths, directly or not.
 */
import { dirname, resolve } from "node:path"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Option from "effect/Option"

/** Texts by path, each read once per pass over all suites; None if there is no such file. */
export type Texts = Map<string, Option.Option<string>>

/** Includes files that do not exist, so that their creation is a change. */
export const filesOf = Effect.fnUntraced(function* (suite: string, texts: Texts) {
  const met = new Set([suite])
  for (const file of met) {
    const text = yield* textOf(file, texts)
    for (const path of Option.match(text, { onNone: () => [], onSome: (its) => importsOf(file, its) })) {
      met.add(yield* existing(path, texts))
    }
  }
  return [...met]
})

/** Relative imports of any kind, and files of rows. A false match, in a comment say, only adds a file to the list. */
const RELATIVE = /(?:\bfrom|\bimport\s*\(?|\browsFrom\s*\(\s*import\.meta\s*,)\s*(["'])(\.{1,2}\/[^"'\n]+)\1/g

export const importsOf = (file: string, text: string): ReadonlyArray<string> =>
  Array.from(text.matchAll(RELATIVE), ([, , path = ""]) => resolve(dirname(file), path))

/** An import may leave the extension out, or name the one of the compiled file. */
const existing = Effect.fnUntraced(function* (path: string, texts: Texts) {
  const spelled = [path, path.replace(/\.([mc]?)js$/, ".$1ts"), `${path}.ts`, `${path}/index.ts`]
  for (const candidate of new Set(spelled)) {
    if (Option.isSome(yield* textOf(candidate, texts))) return candidate
  }
  return path
})

export const textOf = Effect.fnUntraced(function* (file: string, texts: Texts) {
  const known = texts.get(file)
  if (known !== undefined) return known
  const fs = yield* FileSystem.FileSystem
  const text = yield* Effect.option(fs.readFileString(file))
  texts.set(file, text)
  return text
})
