/**
 * Binary data beside a cassette, in `<model>.media`: a file in base64 each, named by its hash. Only an agent that is run again needs it,
 * to send its model the same images.
 */
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import { Buffer } from "node:buffer"
import { join } from "node:path"
import { mediaFolder, mediaName } from "../../cassette/media.ts"
import { writeAtomically } from "../platform/writeAtomically.ts"
import type { Redactor } from "./redact.ts"

/** `path` is that of the cassette. */
export const mediaBeside = (path: string, redactor: Redactor) => {
  const folder = mediaFolder(path)
  const used = new Set<string>()
  return {
    /** What would show a secret is not written. */
    write: Effect.fnUntraced(function* (media: ReadonlyMap<string, string>) {
      const fs = yield* FileSystem.FileSystem
      for (const [sha256, base64] of media) {
        const name = mediaName(sha256)
        used.add(name)
        if ((yield* fs.exists(join(folder, name))) || showsSecret(redactor, base64)) continue
        yield* writeAtomically(join(folder, name), base64)
      }
    }),
    /** Removes what an earlier recording had and this one has not. */
    sweep: Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const names = (yield* fs.exists(folder)) ? yield* fs.readDirectory(folder) : []
      for (const name of names) if (!used.has(name)) yield* fs.remove(join(folder, name), { force: true })
      if (names.length > 0 && used.size === 0) yield* fs.remove(folder, { recursive: true, force: true })
    })
  }
}

/** Read as text, whatever it is: a secret is plain text. */
export const showsSecret = (redactor: Redactor, base64: string): boolean => {
  const text = Buffer.from(base64, "base64").toString("latin1")
  return redactor.text(text) !== text || redactor.shown(base64).length > 0
}
