/** A small recording with every part that a cassette can have, and a temporary folder for it. */
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import type * as Scope from "effect/Scope"
import * as fc from "fast-check"
import assert from "node:assert/strict"
import { replayRun } from "../../../src/engine/agentLoop/replayRun.ts"
import type { Exchange, Header, RecordedRun } from "../../../src/base/domain/recording/Cassette.ts"
import { VERSION } from "../../../src/base/domain/recording/cassetteFormat.ts"
import type { Json, JsonObject } from "../../../src/base/domain/Json.ts"
import type { Cell, Plan } from "../../../src/base/domain/plan/Plan.ts"
import type { RunResult } from "../../../src/base/domain/recording/Run.ts"
import * as Files from "../../../src/engine/layers/platform/fileSystem.ts"
import { Cassettes } from "../../../src/engine/services/Cassettes.ts"

export const cell: Cell = {
  id: "weather/asks-for-the-weather/claude-sonnet-4-5",
  agent: "asks for the weather",
  model: "claude-sonnet-4-5",
  name: "asks for the weather",
  runs: 2,
  provider: { kind: "anthropic" },
  run_timeout_ms: 600_000,
  behaviour: {
    prompt: "What is the weather in Sacramento?",
    model: "claude-sonnet-4-5",
    options: { max_turns: 10, max_tokens: 1024 },
    servers: [
      {
        name: "weather",
        transport: { command: ["weather-server"], env: [] },
        tools: [{ name: "get_weather", input_schema: { type: "object", properties: { city: { type: "string" } } } }]
      }
    ],
    faults: []
  },
  fingerprint: "a1b2",
  observations: [],
  gates: []
}

export const planOf = (...cells: ReadonlyArray<Cell>): Plan => ({
  format: "passhat-plan",
  version: 1,
  suite: "weather",
  cells,
  live_at_most: { model_calls: 20, output_tokens: 20480 }
})

export const header: Header = {
  format: "passhat-cassette",
  version: VERSION,
  suite: "weather",
  agent: cell.agent,
  model: cell.model,
  fingerprint: { sha256: cell.fingerprint, parts: cell.behaviour },
  recorded_at: "2026-01-02T03:04:05.000Z",
  passhat: "0.1.0",
  servers: [{ name: "weather", version: "1.0.0" }]
}

const call = { id: "c1", server: "weather", name: "get_weather", args: { city: "Sacramento" } }

export const runs: ReadonlyArray<RecordedRun> = [
  {
    index: 1,
    outcome: { status: "completed" },
    exchanges: [
      {
        kind: "model",
        answer: { text: "", calls: [call], stop_reason: "tool_use", usage: { input: 900, output: 40 } },
        latency_ms: 812.5
      },
      {
        kind: "tool",
        call,
        answer: {
          is_error: false,
          content: [{ type: "text", text: "21 °C ☀" }],
          structured: { c: 21 },
          timed_out: false
        }
      },
      { kind: "model", answer: { text: "It is 21 °C ☀ in Sacramento.", calls: [], stop_reason: "end_turn" } }
    ]
  },
  {
    index: 2,
    outcome: {
      status: "infrastructure_error",
      issue: { code: "INFRASTRUCTURE", message: "The provider is overloaded.", hint: "Try later.", advisory: false }
    },
    exchanges: []
  }
]

/** JSON as it comes back from a file: no negative zero. */
export const json: fc.Arbitrary<Json> = fc.json({ maxDepth: 4 }).map((text): Json => JSON.parse(text))

const key = fc.oneof(fc.string({ unit: "binary" }), fc.constantFrom("__proto__", "constructor"))
const args: fc.Arbitrary<JsonObject> = fc.dictionary(key, json, { noNullPrototype: true })
const latency = fc.option(fc.record({ latency_ms: fc.nat() }, { noNullPrototype: true }), { nil: {} })

const exchange: fc.Arbitrary<Exchange> = fc.oneof(
  fc.tuple(fc.string({ unit: "binary" }), fc.string(), latency).map(([text, stop_reason, measured]): Exchange => ({
    kind: "model",
    answer: { text, calls: [], stop_reason },
    ...measured
  })),
  fc.tuple(args, fc.array(json), fc.boolean(), latency).map(([given, content, is_error, measured]): Exchange => ({
    kind: "tool",
    call: { ...call, args: given },
    answer: { is_error, content, timed_out: false },
    ...measured
  }))
)

export const anyRuns: fc.Arbitrary<ReadonlyArray<RecordedRun>> = fc.uniqueArray(
  fc.record<RecordedRun>(
    {
      index: fc.integer({ min: 1, max: 1000 }),
      outcome: fc.constant({ status: "completed" }),
      exchanges: fc.array(exchange, { maxLength: 4 })
    },
    { noNullPrototype: true }
  ),
  { selector: ({ index }) => index, maxLength: 5 }
)

/** Runs a test in a directory of its own, on the real file system. */
export const inDirectory = <A, E>(
  body: (directory: string) => Effect.Effect<A, E, FileSystem.FileSystem | Scope.Scope>
): Promise<A> =>
  FileSystem.FileSystem.use((fs) => fs.makeTempDirectoryScoped({ prefix: "passhat-" })).pipe(
    Effect.flatMap(body),
    Effect.scoped,
    Effect.provide(Files.layer),
    Effect.runPromise
  )

/** The tape of a cell that is being recorded. */
export const openTape = (asked: Cell) =>
  Cassettes.use(({ open }) => open(asked)).pipe(
    Effect.map((opened) => ("keep" in opened ? opened : assert.fail("nothing can be recorded")))
  )

/** What a replay makes of recorded runs. */
export const resultsOf = (file: string, recorded: ReadonlyArray<RecordedRun>): ReadonlyArray<RunResult> =>
  recorded.map((run) => replayRun(cell, run, file))

/** The results of a cell's recording, and what was noticed. */
export const played = (asked: Cell) =>
  Effect.gen(function* () {
    const opened = yield* Cassettes.use(({ open }) => open(asked))
    const { file, play } = "play" in opened ? opened : assert.fail("nothing can be played")
    const results: Array<RunResult> = []
    const issues = yield* play({ take: (result) => void results.push(result) })
    return { file, results, issues }
  }).pipe(Effect.scoped)
