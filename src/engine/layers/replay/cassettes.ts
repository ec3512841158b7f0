/**
 * Cassettes from a folder: a cell is replayed from its own file, read whole and recorded of this very cell, or not at all.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { type ByteSource, openFile } from "../../cassette/ByteSource.ts"
import type { CassetteProblem } from "../../cassette/CassetteProblem.ts"
import { type Folder, shownFile } from "../../cassette/Folder.ts"
import { unusedRecordings } from "../../cassette/unusedRecordings.ts"
import type { Issue } from "../../../base/domain/Issue.ts"
import type { Cell } from "../../../base/domain/plan/Plan.ts"
import { type CellPlayer, playCell } from "../../cassette/playCell.ts"
import { CassetteError, Cassettes, type Playback, type RunSink } from "../../services/Cassettes.ts"

export const layer = (folder: Folder): Layer.Layer<Cassettes> =>
  Layer.succeed(Cassettes, {
    open: (cell) =>
      Effect.succeed({
        file: shownFile(folder, cell),
        play: playing(cell, shownFile(folder, cell), opened(folder, cell))
      }),
    unused: (plan) => Effect.sync(() => unusedRecordings(folder, plan))
  })

type Opened = Effect.Effect<ByteSource | CassetteProblem, CassetteError>

const opened = (folder: Folder, { id }: Cell): Opened => Effect.sync(() => openFile(folder, `${id}.jsonl`))

/** Plays the recording of a cell from wherever its bytes are. */
export const playing =
  (cell: Cell, file: string, source: Opened): Playback["play"] =>
  (sink) =>
    Effect.flatMap(source, (found) => ("code" in found ? fail(found) : play(file, found, cell, sink)))

const play = (
  file: string,
  source: ByteSource,
  cell: Cell,
  sink: RunSink
): Effect.Effect<ReadonlyArray<Issue>, CassetteError> =>
  Effect.suspend(() => {
    const player = playCell(file, source, cell, sink)
    return Effect.ensuring(playAll(player), Effect.sync(player.close))
  })

const playAll = Effect.fnUntraced(function* ({ finish, next, resume }: CellPlayer) {
  for (let step = next(); step.kind !== "end"; step = next()) {
    if (step.kind === "problem") return yield* fail(step.problem)
    if (step.kind === "block") yield* Effect.yieldNow
    if (step.kind === "unknown") {
      const { explainLine } = yield* explain
      const decoded = explainLine(step.line)
      const problem = "code" in decoded ? decoded : resume(decoded)
      if (problem !== undefined) return yield* fail(problem)
    }
  }
  return finish()
})

const fail = (problem: CassetteProblem): Effect.Effect<never, CassetteError> =>
  Effect.flatMap(explain, ({ explainProblem }) => Effect.fail(new CassetteError(explainProblem(problem))))

/** Loaded for the first cassette that has something unusual about it: effect's Schema takes longer to load than a replay. */
const explain = Effect.promise(() => import("../../cassette/explain/index.ts"))
