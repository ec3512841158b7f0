/**
 * The files that a suite is made of: its own, and what it imports by a relative path, and what that imports.
 */
import { dirname, resolve } from "node:path"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Option from "effect/Option"

/** Texts by path, each read once in a pass over all suites; none where there is no such file. */
export type Texts = Map<string, Option.Option<string>>

/** In the order in which they are met; a file that is not there is in it, so that its appearance is a change. */
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

/** Relative imports of any kind. What only looks like one, in a comment say, costs a look at a file. */
const RELATIVE = /(?:\bfrom|\bimport\s*\(?)\s*(["'])(\.{1,2}\/[^"'\n]+)\1/g

export const importsOf = (file: string, text: string): ReadonlyArray<string> =>
  Array.from(text.matchAll(RELATIVE), ([, , path = ""]) => resolve(dirname(file), path))

/** A suite that a bundler or a compiler reads may leave the ending out, or name the one that it will have. */
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
