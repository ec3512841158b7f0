/**
 * A program whose model answers only once, for tests that interrupt it.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { agent, equals, expect, runs, suite } from "passhat"
import { exitWith } from "../../src/app/kit/exitWith.ts"
import { parseSuiteFile } from "../../src/app/flags/parse.ts"
import { print } from "../../src/app/flags/print.ts"
import { projectOf } from "../../src/app/kit/project.ts"
import { runSuites } from "../../src/app/run/runSuites.ts"
import * as ScriptedTools from "../../src/engine/layers/scripted/toolHub.ts"
import { Model } from "../../src/engine/services/Model.ts"
import { nothingRecorded, says } from "../cells.ts"

const hanging = suite(
  "hanging",
  agent("hangs", { model: "claude-m", servers: [], prompt: "p" }).pipe(
    runs(3),
    expect("stop_reason", equals("end_turn"))
  )
)

const forever = Effect.andThen(
  Effect.sync(() => process.stderr.write("hanging\n")),
  Effect.never
)

const world = Layer.mergeAll(
  nothingRecorded,
  Layer.succeed(Model, { ask: ({ run }) => (run === 1 ? Effect.succeed(says("Hi.")) : forever) }),
  ScriptedTools.layer({})
)

const loaded = { suite: hanging, project: projectOf(import.meta.filename), layers: world }
const parsed = parseSuiteFile("hanging", hanging.name, process.argv.slice(2))

await exitWith(parsed.kind === "run" ? runSuites([loaded], parsed.run) : print(parsed))
