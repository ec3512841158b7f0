/**
 * Sabotages of the recorder that more than one soak must see.
 */
import type { Sabotage } from "../Soak.ts"

export const inPlace: Sabotage = {
  name: "inPlace",
  breaks: "a cassette is written in place",
  file: "src/engine/layers/platform/writeAtomically.ts",
  find: "yield* writeSynced(temporary, text).pipe(\n      Effect.andThen(fs.rename(temporary, file)),",
  put: 'yield* Effect.forEach([...text], (line, at) =>\n      fs.writeFileString(file, line, { flag: at === 0 ? "w" : "a", mode: FILE_MODE })\n    ).pipe('
}

export const readableByAll: Sabotage = {
  name: "readableByAll",
  breaks: "a file that is half written can be read by others",
  file: "src/engine/layers/platform/writeAtomically.ts",
  find: "fs.chmod(path, 0o600)",
  put: "fs.chmod(path, 0o644)"
}
