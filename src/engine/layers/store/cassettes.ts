/**
 * Cassettes in a store of texts: read and written whole, by the rules of cassettes in files.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { textSource } from "../../cassette/ByteSource.ts"
import type { CassetteProblem } from "../../cassette/CassetteProblem.ts"
import { parseRecording, parseRecordingOf } from "../../cassette/readRecording.ts"
import { unusedRecording } from "../../cassette/unusedRecordings.ts"
import type { Cell, Plan } from "../../../base/domain/plan/Plan.ts"
import { CassetteError, Cassettes } from "../../services/Cassettes.ts"
import { runModeOf } from "../../services/LiveParts.ts"
import type { CassetteStore } from "../../services/CassetteStore.ts"
import type { SuiteContext, SuiteWorld } from "../SuiteContext.ts"
import * as LiveAgent from "../liveAgent/layer.ts"
import * as RecordedModel from "../liveTools/cassettes.ts"
import { judgeable, nothing, recovered } from "../record/recover.ts"
import { makeRedactor } from "../record/redact.ts"
import { playing } from "../replay/cassettes.ts"
import { memoryTape, type Write } from "./tape.ts"
import { headerNow, unkept } from "../unkept.ts"

/** Under `live-tools` and `live-agent` it provides what else is recorded as well, which the type does not tell. */
export const storedCassettes = (store: CassetteStore, at: SuiteContext, world: SuiteWorld): Layer.Layer<Cassettes> => {
  const fileOf = ({ id }: Cell): string => `${store.name}/${id}.jsonl`
  const text = (cell: Cell): Effect.Effect<string | undefined, CassetteError> =>
    Effect.mapError(store.read(`${cell.id}.jsonl`), (error) => unreadable(fileOf(cell), error))
  const recording = (cell: Cell) =>
    Effect.map(text(cell), (found) => (found === undefined ? missing(fileOf(cell)) : parsed(fileOf(cell), found, cell)))
  const unused = (plan: Plan) =>
    Effect.match(store.names ?? Effect.succeed([]), {
      onSuccess: (names) =>
        names.filter((name) => isUnused(plan, name)).map((name) => unusedRecording(`${store.name}/${name}`)),
      // Notices decide nothing.
      onFailure: () => []
    })
  const mode = runModeOf(at.parts)
  if (mode === "live-tools") return RecordedModel.layer(recording, world.secrets)
  if (mode === "replay") {
    const source = (cell: Cell) =>
      Effect.map(text(cell), (found) => (found === undefined ? missing(fileOf(cell)) : textSource(found)))
    return Layer.succeed(Cassettes, {
      open: (cell) => Effect.succeed({ file: fileOf(cell), play: playing(cell, fileOf(cell), source(cell)) }),
      unused
    })
  }
  if (mode === "live") return unkept(at, world)
  if (mode === "live-agent") {
    const read = (cell: Cell) =>
      Effect.map(text(cell), (found) =>
        found === undefined ? missing(fileOf(cell)) : parseRecording(fileOf(cell), String(found))
      )
    return LiveAgent.layer(read, at, world)
  }
  const redactor = makeRedactor(world.secrets)
  return Layer.succeed(Cassettes, {
    open: Effect.fnUntraced(function* (cell) {
      const before = at.parts.keep === "all" ? undefined : yield* recording(cell)
      const onlyJudges = at.parts.keep === "judges"
      if (onlyJudges && before !== undefined) yield* judgeable(before)
      const kept = before === undefined ? nothing : yield* recovered(cell, before)
      const write: Write = (made) => store.write(`${cell.id}.jsonl`, made)
      const header = yield* headerNow(at, world, cell)
      return memoryTape({ cell, file: fileOf(cell), redactor, header, write, onlyJudges }, kept)
    }),
    unused
  })
}

/** A store may give anything: what is no text is damaged. */
const parsed = (file: string, text: string, cell: Cell) => parseRecordingOf(file, String(text), cell)

const missing = (file: string): CassetteProblem => ({ code: "missing", file })

const isUnused = ({ cells }: Plan, name: string): boolean =>
  cells.some(({ id }) => name.startsWith(`${id.split("/")[0]}/`)) && cells.every(({ id }) => name !== `${id}.jsonl`)

const unreadable = (file: string, error: unknown): CassetteError =>
  new CassetteError({
    reason: "Unreadable",
    file,
    sentence: `${file} could not be read (${error instanceof Error ? error.message : String(error)}).`,
    hint: "Correct the store that the layer Cassettes reads."
  })
