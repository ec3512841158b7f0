import { describe, test } from "bun:test"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import assert from "node:assert/strict"
import { dirname } from "node:path"
import type { RecordedRun } from "../../../src/domain/Cassette.ts"
import type { Cell } from "../../../src/domain/Plan.ts"
import type { CellResult, RunResult } from "../../../src/domain/Run.ts"
import { projectCache } from "../../../src/layers/platform/projectCache.ts"
import { formatCassette } from "../../../src/layers/record/writeCassette.ts"
import * as Recorded from "../../../src/layers/replay/cassettes.ts"
import * as Closed from "../../../src/layers/replay/closed.ts"
import { readLean, writeLean } from "../../../src/layers/replay/leanRun.ts"
import { type Desk, execute, keepResults } from "../../../src/run/execute.ts"
import { header, inDirectory, planOf, cell as oneCell } from "../recordings.ts"

const RUNS = 40
const cell: Cell = { ...oneCell, runs: RUNS }
const call = { id: "c1", server: "weather", name: "get_weather", args: { city: "Sacramento", n: 1.5 }, caller: "code" }
const runOf = (index: number): RecordedRun => ({
  index,
  outcome: { status: "completed" },
  exchanges: [
    { kind: "model", answer: { text: "Let me see.", calls: [call], stop_reason: "tool_use" } },
    {
      kind: "tool",
      call,
      answer: { is_error: index % 2 === 0, content: [{ type: "text", text: "☀".repeat(12_000) }], timed_out: false }
    },
    { kind: "model", answer: { text: `It is run ${index}.`, calls: [], stop_reason: "end_turn" } }
  ]
})
const runs = Array.from({ length: RUNS }, (_, at) => runOf(at + 1))
const whole = formatCassette(header, runs)

interface Place {
  readonly directory: string
  readonly version?: string
  readonly asked?: Cell
}

const pathOf = (directory: string) => `${directory}/cassettes/${cell.id}.jsonl`

const put = Effect.fnUntraced(function* (directory: string, text: string | Uint8Array) {
  const fs = yield* FileSystem.FileSystem
  yield* fs.makeDirectory(dirname(pathOf(directory)), { recursive: true })
  yield* typeof text === "string" ? fs.writeFileString(pathOf(directory), text) : fs.writeFile(pathOf(directory), text)
})

/** What a replay gives to somebody who does not look at answers. */
const replayed = ({ asked = cell, directory, version = "1" }: Place) => {
  const cache = projectCache(directory, { PASSHAT_CACHE: `${directory}/cache` })
  const folder = { directory: `${directory}/cassettes`, shown: "cassettes" }
  const desk = (one: Cell): Desk<CellResult> => ({ ...keepResults(one), readsAnswers: false })
  return execute(planOf(asked), { concurrency: 1, stop: Effect.never, desk }).pipe(
    Effect.map(({ cells }) => cells[0] ?? assert.fail("there is a cell")),
    Effect.provide(Layer.merge(Recorded.layer(folder, { cache, version }), Closed.layer))
  )
}

/** Digests leave out what tools answered, so what is there tells where it came from. */
const isRecalled = ({ runs: [first] }: CellResult): boolean =>
  first !== undefined && "trace" in first && first.trace.tool_results[0]?.content.length === 0

const lean = (result: RunResult): RunResult => ("trace" in result ? readLean(writeLean(result)) : result)

const digestsFile = Effect.fnUntraced(function* (directory: string) {
  const fs = yield* FileSystem.FileSystem
  const names = yield* fs.readDirectory(`${directory}/cache`, { recursive: true })
  const name = names.find((one) => one.endsWith(".digests"))
  return Option.map(Option.fromUndefinedOr(name), (found) => `${directory}/cache/${found}`)
})

/** A folder whose recording was replayed often enough for digests to be there. */
const withDigests = Effect.fnUntraced(function* (directory: string) {
  yield* put(directory, whole)
  yield* replayed({ directory })
  yield* replayed({ directory })
  return Option.getOrThrow(yield* digestsFile(directory))
})

describe("digests of a recording", () => {
  test("are made when it is replayed again, and are all of it but the answers", () =>
    inDirectory((directory) =>
      Effect.gen(function* () {
        yield* put(directory, whole)
        const first = yield* replayed({ directory })
        assert.ok(Option.isNone(yield* digestsFile(directory)))
        const second = yield* replayed({ directory })
        assert.ok(Option.isSome(yield* digestsFile(directory)))
        const third = yield* replayed({ directory })
        assert.deepEqual([first, second, third].map(isRecalled), [false, false, true])
        assert.deepEqual(second, first)
        assert.deepEqual(third, { ...first, runs: first.runs.map(lean) })
      })
    ))

  test("tell of runs that nothing asks for, and of those that are missing, as the recording does", () =>
    inDirectory((directory) =>
      Effect.gen(function* () {
        yield* withDigests(directory)
        for (const count of [1, RUNS - 1, RUNS + 2]) {
          const recalled = yield* replayed({ directory, asked: { ...cell, runs: count } })
          const read = yield* replayed({ directory, asked: { ...cell, runs: count }, version: "another" })
          assert.deepEqual([recalled, read].map(isRecalled), [true, false])
          assert.deepEqual(recalled, { ...read, runs: read.runs.map(lean) })
        }
      })
    ))

  test("are not those of another passhat, another behaviour, or other observations", () =>
    inDirectory((directory) =>
      Effect.gen(function* () {
        yield* withDigests(directory)
        const observation = { name: "seen", server: "weather", tool: "get_weather", args: {} }
        assert.ok(!isRecalled(yield* replayed({ directory, version: "2" })))
        const stale = yield* replayed({ directory, asked: { ...cell, fingerprint: "c3d4" } })
        assert.deepEqual(
          stale.issues.map(({ code }) => code),
          ["STALE_CASSETTE"]
        )
        const unseen = yield* replayed({ directory, asked: { ...cell, observations: [observation] } })
        assert.ok(unseen.runs.every((run) => "issue" in run && run.issue.code === "DIVERGED"))
      })
    ))

  test("are not trusted once a byte of the recording has changed", () =>
    inDirectory((directory) =>
      Effect.gen(function* () {
        yield* withDigests(directory)
        const bytes = new TextEncoder().encode(whole)
        for (const at of [whole.indexOf("Let me see") + 3, bytes.length - 20, bytes.length - 1]) {
          const flipped = bytes.slice()
          flipped[at] = flipped[at]! ^ 1
          yield* put(directory, flipped)
          assert.ok(!isRecalled(yield* replayed({ directory })), `byte ${at}`)
        }
      })
    ))

  test("are not trusted once a byte of their own has changed, or is gone", () =>
    inDirectory((directory) =>
      Effect.gen(function* () {
        const fs = yield* FileSystem.FileSystem
        const file = yield* withDigests(directory)
        const bytes = Uint8Array.from(yield* fs.readFile(file))
        const places = Array.from({ length: 60 }, (_, at) => Math.floor((at * (bytes.length - 1)) / 59))
        for (const at of places) {
          const flipped = bytes.slice()
          flipped[at] = flipped[at]! ^ 1
          yield* fs.writeFile(file, flipped)
          assert.ok(!isRecalled(yield* replayed({ directory })), `byte ${at}`)
          yield* fs.writeFile(file, bytes.subarray(0, at))
          assert.ok(!isRecalled(yield* replayed({ directory })), `cut at ${at}`)
        }
        yield* fs.writeFile(file, bytes)
        assert.ok(isRecalled(yield* replayed({ directory })))
      })
    ))

  test("are not made of a recording that is small, or that diverges", () =>
    inDirectory((directory) =>
      Effect.gen(function* () {
        yield* put(directory, formatCassette(header, runs.slice(0, 2)))
        for (let time = 0; time < 3; time++) yield* replayed({ directory })
        yield* put(directory, formatCassette(header, [...runs.slice(1), { ...runOf(1), exchanges: [] }]))
        for (let time = 0; time < 3; time++) yield* replayed({ directory })
        const fs = yield* FileSystem.FileSystem
        const names = yield* fs.readDirectory(`${directory}/cache`, { recursive: true })
        assert.ok(names.every((name) => !name.endsWith(".digests")))
      })
    ))
})
