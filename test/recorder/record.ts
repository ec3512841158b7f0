/**
 * Writes the cassettes of the shipped suites from scripts: `npm run cassettes`.
 *
 * The model and the servers are scripted, the runs and the files are not: they go through the interpreter and the cassette
 * writer that everything else goes through.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { join } from "node:path"
import type { RecordedRun } from "../../src/domain/Cassette.ts"
import type { Cell } from "../../src/domain/Plan.ts"
import type { Suite } from "../../src/dsl/suite.ts"
import * as FileSystem from "../../src/layers/platform/fileSystem.ts"
import { writeCassette } from "../../src/layers/record/writeCassette.ts"
import * as ScriptedModel from "../../src/layers/scripted/model.ts"
import type { Scripts } from "../../src/layers/scripted/script.ts"
import * as ScriptedTools from "../../src/layers/scripted/toolHub.ts"
import { version } from "../../src/cli/version.ts"
import { perform } from "../../src/run/perform.ts"
import chaos from "../../suites/chaos.ts"
import recovery from "../../suites/recovery.ts"
import red from "../../suites/red.ts"
import weather from "../../suites/weather.ts"
import { compiledOf } from "../suites.ts"
import { chaosScripts, recoveryScripts, redScripts, weatherScripts } from "./scripts.ts"
import { weatherTools } from "./weatherTools.ts"

/** When the scripts were last changed. A fixed day, so that writing them again changes nothing. */
const recordedAt = "2026-11-16T00:00:00.000Z"

const record = (suite: Suite, scripts: Scripts, directory: string) =>
  Effect.forEach(compiledOf(suite).plan.cells, (cell) => recordCell(suite.name, cell, directory)).pipe(
    Effect.provide(Layer.mergeAll(ScriptedModel.layer(scripts), ScriptedTools.layer(weatherTools), FileSystem.layer))
  )

const recordCell = Effect.fnUntraced(function* (suite: string, cell: Cell, directory: string) {
  const runs = yield* Effect.forEach(
    Array.from({ length: cell.runs }, (_, at) => at + 1),
    (index) => Effect.map(perform(cell, index), (done) => untimed(done.run))
  )
  yield* writeCassette(
    join(directory, `${cell.id}.jsonl`),
    {
      format: "passhat-cassette",
      version: 1,
      suite,
      agent: cell.agent,
      model: cell.model,
      fingerprint: { sha256: cell.fingerprint, parts: cell.behaviour },
      recorded_at: recordedAt,
      passhat: version,
      servers: cell.behaviour.servers.map(({ name }) => ({ name, version: "scripted" }))
    },
    runs
  )
})

/** Scripts answer at once; how long that took says nothing. */
const untimed = (run: RecordedRun): RecordedRun => ({
  ...run,
  exchanges: run.exchanges.map(({ latency_ms: _, ...exchange }) => exchange)
})

/** Records every shipped suite into a folder. */
export const recordAll = (directory: string): Promise<unknown> =>
  Effect.runPromise(
    Effect.all(
      [
        record(weather, weatherScripts, directory),
        record(red, redScripts, directory),
        record(recovery, recoveryScripts, directory),
        record(chaos, chaosScripts, directory)
      ],
      { discard: true }
    )
  )

if (import.meta.main) await recordAll(join(import.meta.dirname, "../../cassettes"))
