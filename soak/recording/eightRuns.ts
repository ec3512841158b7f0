/**
 * A cell of eight runs, its script, and a function that records it. It loads little, since killed programs start often.
 */
import * as Effect from "effect/Effect"
import type * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import type { Cell, Plan } from "../../src/base/domain/plan/Plan.ts"
import * as Files from "../../src/engine/layers/platform/fileSystem.ts"
import * as Recorder from "../../src/engine/layers/record/cassettes.ts"
import type { RecordMode } from "../../src/engine/layers/record/journal.ts"
import { text } from "../../src/engine/layers/scripted/toolHub.ts"
import * as ScriptedModel from "../../src/engine/layers/scripted/model.ts"
import * as ScriptedTools from "../../src/engine/layers/scripted/toolHub.ts"
import { execute } from "../../src/engine/run/execute.ts"
import { keepResults } from "../../test/engine/run/keepResults.ts"
import { Model, type Request } from "../../src/engine/services/Model.ts"
import { type Event, Progress } from "../../src/engine/services/Progress.ts"

export const cell: Cell = {
  id: "eight/runs/model",
  agent: "eight runs",
  model: "claude-m",
  name: "eight runs",
  runs: 8,
  provider: { kind: "anthropic" },
  run_timeout_ms: 60_000,
  behaviour: {
    prompt: "Which run is this?",
    model: "claude-m",
    options: { max_turns: 4, max_tokens: 100 },
    servers: [],
    faults: []
  },
  fingerprint: "f1f2",
  observations: [],
  gates: []
}

const plan: Plan = {
  format: "passhat-plan",
  version: 1,
  suite: "eight",
  cells: [cell],
  live_at_most: { model_calls: 32, output_tokens: 3200 }
}

export interface Recording {
  readonly directory: string
  readonly mode: RecordMode
  /** Told in every run, so that runs of different recordings can be told apart. */
  readonly take: string
  /** Before the model answers. */
  readonly asked: (request: Request) => void
  readonly seen: (event: Event) => void
  /** The real ones unless said. */
  readonly files?: Layer.Layer<FileSystem.FileSystem>
}

/** Records the cell through the interpreter. */
export const record = ({ asked, directory, files = Files.layer, mode, seen, take }: Recording) => {
  const cassettes = Recorder.layer({
    folder: { directory, shown: "cassettes" },
    mode,
    suite: "eight",
    version: "0.1.0",
    secrets: []
  })
  const script = ScriptedModel.layer((_, run) => ({
    turns: [
      { text: "Let me look.", calls: [{ server: "s", name: "look", args: { run } }], usage: { input: 10, output: 5 } },
      { text: `This is run ${run} of take ${take}. ${"…".repeat(500 * run)}`, usage: { input: 20, output: 5 } }
    ]
  }))
  const listening = Layer.effect(
    Model,
    Effect.map(Model, (model) => ({
      ask: (request) =>
        Effect.andThen(
          Effect.sync(() => asked(request)),
          model.ask(request)
        )
    }))
  ).pipe(Layer.provide(script))
  const tools = ScriptedTools.layer({ s: { look: () => text(take) } })
  return execute(plan, { concurrency: 2, stop: Effect.never, sink: keepResults }).pipe(
    Effect.provide(Layer.mergeAll(cassettes, listening, tools)),
    Effect.provideService(Progress, { emit: (event) => Effect.sync(() => seen(event)) }),
    Effect.provide(files)
  )
}

/** Notes each run before the model answers, and once the recorder says that it is kept. */
export const logging = (take: string, note: (line: string) => void): Pick<Recording, "asked" | "seen"> => ({
  asked: ({ messages, run }) => {
    if (messages.length === 1) note(`performed ${take} ${run}`)
  },
  seen: (event) => {
    if (event._tag !== "RunFinished" || !("trace" in event.result)) return
    const { index, trace } = event.result
    if (trace.final_response.includes(`of take ${take}.`)) note(`kept ${take} ${index}`)
  }
})
