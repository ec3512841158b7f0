/**
 * Cassettes from a folder: a cell is replayed from its own file, read whole and recorded of this very cell, or not at all.
 */
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type { Cell, Plan } from "../../domain/Plan.ts"
import { Cassettes } from "../../services/Cassettes.ts"
import type { Folder } from "./Folder.ts"
import { parseCassette } from "./readCassette.ts"
import { readText } from "./readText.ts"
import { stale } from "./staleness.ts"
import { unusedRecordings } from "./unusedRecordings.ts"

export const layer = (folder: Folder): Layer.Layer<Cassettes, never, FileSystem.FileSystem> =>
  Layer.effect(
    Cassettes,
    Effect.gen(function* () {
      const fileSystem = yield* Effect.context<FileSystem.FileSystem>()

      const load = Effect.fn("Cassettes.load")(function* (cell: Cell) {
        const file = `${cell.id}.jsonl`
        const text = yield* readText(folder, file)
        const recording = yield* Effect.fromResult(parseCassette(`${folder.shown}/${file}`, text))
        const error = stale(cell, recording.header, recording.file)
        return Option.isSome(error) ? yield* error.value : Option.some(recording)
      }, Effect.provideContext(fileSystem))

      const unused = (plan: Plan) => Effect.provideContext(unusedRecordings(folder, plan), fileSystem)

      return Cassettes.of({ load, unused })
    })
  )
