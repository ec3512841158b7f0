import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Plan } from "../../../src/base/domain/plan/Plan.ts"
import { issue } from "../../../src/base/domain/issues.ts"
import * as Closed from "../../../src/engine/layers/replay/noLiveWorld.ts"
import * as ScriptedTools from "../../../src/engine/layers/scripted/toolHub.ts"
import { replayRun } from "../../../src/engine/agentLoop/replayRun.ts"
import { execute } from "../../../src/engine/run/execute.ts"
import { keepResults } from "./keepResults.ts"
import { CassetteError, Cassettes, type Playback } from "../../../src/engine/services/Cassettes.ts"
import { Infrastructure } from "../../../src/engine/services/Infrastructure.ts"
import { Model } from "../../../src/engine/services/Model.ts"
import { Progress } from "../../../src/engine/services/Progress.ts"
import { cell, nothingRecorded, oneCall, says } from "../../cells.ts"

const planOf = (runs: number): Plan => ({
  format: "passhat-plan",
  version: 1,
  suite: "weather",
  cells: [cell({ runs })],
  live_at_most: { model_calls: 0, output_tokens: 0 }
})

const tape = (...indices: ReadonlyArray<number>) =>
  Layer.succeed(Cassettes, {
    open: () =>
      Effect.succeed({
        file: "cassettes/w.jsonl",
        issues: [],
        recorded: (index) => (indices.includes(index) ? { run: oneCall(index) } : { issue: missing }),
        keep: () => Effect.fail(new Infrastructure({ issue: missing })),
        finish: () => Effect.void
      }),
    unused: () => Effect.succeed([])
  })
const playing = (play: Playback["play"]) =>
  Layer.merge(
    Layer.succeed(Cassettes, {
      open: () => Effect.succeed({ file: "cassettes/w.jsonl", play }),
      unused: () => Effect.succeed([])
    }),
    Closed.layer
  )
const resultOf = (index: number) => replayRun(cell(), oneCall(index), "cassettes/w.jsonl")
const missing = issue("MISSING_RUN", "It is not there.", "Record it.")
const never = { stop: Effect.never, sink: keepResults }

describe("executing a plan", () => {
  test("replays all runs in order, with any concurrency", async () => {
    const run = (concurrency: number) =>
      execute(planOf(20), { concurrency, ...never }).pipe(
        Effect.provide(Layer.merge(tape(...Array.from({ length: 20 }, (_, at) => 20 - at)), Closed.layer)),
        Effect.runPromise
      )
    const one = await run(1)
    assert.equal(one.status, "complete")
    assert.deepEqual(
      one.cells[0]?.runs.map((result) => result.index),
      Array.from({ length: 20 }, (_, at) => at + 1)
    )
    assert.deepEqual(await run(7), one)
  })

  test("gives a run that could not be replayed its issue", async () => {
    const { cells } = await execute(planOf(3), { concurrency: 2, ...never }).pipe(
      Effect.provide(Layer.merge(tape(1, 3), Closed.layer)),
      Effect.runPromise
    )
    assert.deepEqual(cells[0]?.runs[1], { index: 2, issue: missing })
  })

  test("gives a cell whose cassette cannot be replayed an issue", async () => {
    const stale = new CassetteError({ reason: "Stale", file: "f", sentence: "f is stale.", hint: "Record it again." })
    const { cells } = await execute(planOf(1), { concurrency: 1, ...never }).pipe(
      Effect.provide(
        Layer.merge(
          Layer.succeed(Cassettes, { open: () => Effect.fail(stale), unused: () => Effect.succeed([]) }),
          Closed.layer
        )
      ),
      Effect.runPromise
    )
    assert.deepEqual(cells[0]?.issues, [issue("STALE_CASSETTE", "f is stale.", "Record it again.")])
    assert.deepEqual(cells[0]?.runs, [])
  })

  test("returns runs in the order of their indices, whatever their order in the recording", async () => {
    const { cells } = await execute(planOf(3), { concurrency: 1, ...never }).pipe(
      Effect.provide(
        playing(({ take }) => {
          take(resultOf(3))
          take(resultOf(1))
          take({ index: 2, issue: missing })
          return Effect.succeed([issue("MISSING_RUN", "Noticed.", "Look.")])
        })
      ),
      Effect.runPromise
    )
    assert.deepEqual(
      cells[0]?.runs.map((result) => [result.index, "trace" in result]),
      [
        [1, true],
        [2, false],
        [3, true]
      ]
    )
    assert.deepEqual(
      cells[0]?.issues.map(({ message }) => message),
      ["Noticed."]
    )
  })

  test("drops the runs of a recording that turns out to be damaged", async () => {
    const damaged = new CassetteError({ reason: "Damaged", file: "f", sentence: "f is damaged.", hint: "Restore it." })
    const { cells } = await execute(planOf(2), { concurrency: 1, ...never }).pipe(
      Effect.provide(
        playing(({ take }) => {
          take(resultOf(1))
          return Effect.fail(damaged)
        })
      ),
      Effect.runPromise
    )
    assert.deepEqual(cells, [{ cell: planOf(2).cells[0]!.id, runs: [], issues: [damaged.issue] }])
  })

  test("reports the progress of a replay, and resets it if the recording turns out to be damaged", async () => {
    const told: Array<readonly [cell: string, runs: number, tokens: number]> = []
    const damaged = new CassetteError({ reason: "Damaged", file: "f", sentence: "f is damaged.", hint: "Restore it." })
    const played = (end: Effect.Effect<[], CassetteError>) =>
      execute(planOf(2), { concurrency: 1, ...never }).pipe(
        Effect.provideService(Progress, {
          emit: () => Effect.die("no run of a replay is followed"),
          replayed: ({ id }, runs, tokens) => told.push([id, runs, tokens])
        }),
        Effect.provide(
          playing(({ take }) => {
            take(resultOf(1))
            take({ index: 2, issue: missing })
            return end
          })
        ),
        Effect.runPromise
      )
    const { id } = planOf(2).cells[0]!
    const { cells } = await played(Effect.succeed([]))
    assert.equal(cells[0]?.runs.length, 2)
    const [first] = cells[0]?.runs ?? []
    const tokens = first !== undefined && "trace" in first ? first.trace.conversation.tokens?.total : undefined
    assert.ok(tokens)
    assert.deepEqual(told.splice(0), [
      [id, 1, tokens],
      [id, 2, tokens]
    ])
    await played(Effect.fail(damaged))
    assert.deepEqual(told.at(-1), [id, 0, 0])
  })

  test("performs runs that are not recorded, and gives a run that fails its issue", async () => {
    const down = new Infrastructure({ issue: issue("INFRASTRUCTURE", "The model is down.", "Try again.") })
    const world = Layer.mergeAll(
      nothingRecorded,
      Layer.succeed(Model, { ask: ({ run }) => (run === 2 ? Effect.fail(down) : Effect.succeed(says("Hi."))) }),
      ScriptedTools.layer({})
    )
    const { cells } = await execute(planOf(2), { concurrency: 1, ...never }).pipe(
      Effect.provide(world),
      Effect.runPromise
    )
    const [first, second] = cells[0]?.runs ?? []
    assert.ok(first !== undefined && "trace" in first)
    assert.deepEqual(second, { index: 2, issue: down.issue })
  })

  test("stops on request, interrupts the current run, and keeps the finished runs", async () => {
    const program = Effect.gen(function* () {
      const stop = yield* Deferred.make<void>()
      let interrupted = 0
      const hanging = Effect.andThen(Deferred.succeed(stop, undefined), Effect.never).pipe(
        Effect.onInterrupt(() => Effect.sync(() => void interrupted++))
      )
      const world = Layer.mergeAll(
        nothingRecorded,
        Layer.succeed(Model, { ask: ({ run }) => (run === 1 ? Effect.succeed(says("Hi.")) : hanging) }),
        ScriptedTools.layer({})
      )
      const done = yield* execute(planOf(3), { concurrency: 1, stop: Deferred.await(stop), sink: keepResults }).pipe(
        Effect.provide(world)
      )
      return { done, interrupted }
    })
    const { done, interrupted } = await Effect.runPromise(program)
    assert.equal(done.status, "interrupted")
    assert.deepEqual(
      done.cells[0]?.runs.map((run) => run.index),
      [1]
    )
    assert.equal(interrupted, 1)
  })
})
