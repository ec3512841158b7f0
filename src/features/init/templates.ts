/**
 * The templates of `passhat init`, read from passhat's package.
 */
import { join } from "node:path"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import { packageFolder } from "../../app/kit/ownCommand.ts"

/** Templates are part of the package, so a missing one is a defect. */
export const template = (name: string): Effect.Effect<string, never, FileSystem.FileSystem> =>
  Effect.gen(function* () {
    const fs = yield* FileSystem.FileSystem
    return yield* Effect.orDie(fs.readFileString(join(packageFolder(), "src/features/init/templates", name)))
  })

/** Fills in the blanks of a template, which are written `__name__`. */
export const fill = (text: string, blanks: { readonly [name: string]: string }): string =>
  text.replaceAll(/__([a-z]+)__/g, (blank, name: string) => blanks[name] ?? blank)
