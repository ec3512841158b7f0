/**
 * A program whose model answers once and then never again, to be interrupted from outside.
 */
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { agent, equals, expect, runs, suite } from "passhat"
import { commandLine } from "../../src/cli/commandLine.ts"
import { projectOf } from "../../src/cli/suites/project.ts"
import { runFlags } from "../../src/cli/runFlags.ts"
import { runSuites } from "../../src/cli/run/runSuites.ts"
import * as ScriptedTools from "../../src/layers/scripted/toolHub.ts"
import { Model } from "../../src/services/Model.ts"
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

await commandLine((finish) =>
  Command.make("hanging", runFlags, (flags) =>
    finish(runSuites([{ suite: hanging, project: projectOf(import.meta.filename) }], flags, () => world))
  )
)
