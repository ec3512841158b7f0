import { describe, test } from "bun:test"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import * as fc from "fast-check"
import assert from "node:assert/strict"
import { symlink, truncate } from "node:fs/promises"
import { dirname } from "node:path"
import type { Cell, Plan } from "../../../../src/base/domain/plan/Plan.ts"
import * as Files from "../../../../src/engine/layers/platform/fileSystem.ts"
import { formatCassette, writeCassette } from "../../../../src/engine/layers/record/writeCassette.ts"
import * as Recorded from "../../../../src/engine/layers/replay/cassettes.ts"
import { CassetteError, Cassettes } from "../../../../src/engine/services/Cassettes.ts"
import { cell, header, inDirectory, planOf, played, resultsOf, runs } from "../recordings.ts"

const shown = "cassettes"
const file = `${shown}/${cell.id}.jsonl`
const whole = new TextEncoder().encode(formatCassette(header, runs))

const cassettes = (directory: string) => Recorded.layer({ directory, shown }).pipe(Layer.provide(Files.layer))

const load = (directory: string, asked: Cell = cell) => played(asked).pipe(Effect.provide(cassettes(directory)))

const unused = (directory: string, plan: Plan) =>
  Cassettes.use((service) => service.unused(plan)).pipe(Effect.provide(cassettes(directory)))

/** A file in the folder, with the folders above it. */
const put = Effect.fnUntraced(function* (path: string, bytes: Uint8Array) {
  const fs = yield* FileSystem.FileSystem
  yield* fs.makeDirectory(dirname(path), { recursive: true })
  yield* fs.writeFile(path, bytes)
})

const refused = (directory: string) =>
  Effect.map(Effect.flip(load(directory)), ({ hint, reason, sentence }) => ({ hint, reason, sentence }))

describe("loading a cassette", () => {
  test("gives the written runs", () =>
    inDirectory((directory) =>
      Effect.gen(function* () {
        yield* writeCassette(`${directory}/${cell.id}.jsonl`, header, runs)
        assert.deepEqual(yield* load(directory), { file, results: resultsOf(file, runs), issues: [] })
      })
    ))

  test("gives an issue for a run that is not recorded, and a notice for a run that is not used", () =>
    inDirectory((directory) =>
      Effect.gen(function* () {
        yield* writeCassette(`${directory}/${cell.id}.jsonl`, header, runs)
        const asked = yield* load(directory, { ...cell, runs: 3 })
        assert.deepEqual(
          asked.results.slice(runs.length).map((one) => "issue" in one && [one.issue.code, one.issue.message]),
          [["MISSING_RUN", `${file} has no run 3: it holds run 1, 2.`]]
        )
        const fewer = yield* load(directory, { ...cell, runs: 1 })
        assert.deepEqual(fewer.results, resultsOf(file, runs.slice(0, 1)))
        assert.deepEqual(
          fewer.issues.map(({ advisory, message }) => [advisory, message]),
          [[true, `${file} also holds run 2, which nothing asks for.`]]
        )
      })
    ))

  test("names --record if the cassette or its folder does not exist", () =>
    inDirectory((directory) =>
      Effect.gen(function* () {
        const missing = {
          reason: "Missing",
          sentence: `${file} does not exist.`,
          hint: "Record it with --record."
        }
        assert.deepEqual(yield* refused(directory), missing)
        assert.deepEqual(yield* refused(`${directory}/nowhere`), missing)
      })
    ))

  test("refuses a path that is not a file, cannot be read or has too long a line", () =>
    inDirectory((directory) =>
      Effect.gen(function* () {
        const fs = yield* FileSystem.FileSystem
        const path = `${directory}/${cell.id}.jsonl`
        const hint = "Move it out of the way, then record with --record."
        yield* fs.makeDirectory(path, { recursive: true })
        assert.deepEqual(yield* refused(directory), { reason: "Unreadable", sentence: `${file} is not a file.`, hint })

        yield* fs.remove(path, { recursive: true })
        yield* Effect.promise(() => symlink(path, path))
        const loop = { reason: "Unreadable", sentence: `${file} cannot be read (ELOOP).`, hint }
        assert.deepEqual(yield* refused(directory), loop)

        yield* fs.remove(path)
        yield* put(path, whole)
        yield* Effect.promise(() => truncate(path, whole.length + 64 * 1024 * 1024 + 1))
        const large = { reason: "Unreadable", sentence: `${file}, line 5 is longer than 64 MiB.`, hint }
        assert.deepEqual(yield* refused(directory), large)
      })
    ))

  test("refuses a link or a name that leads outside the folder", () =>
    inDirectory((directory) =>
      Effect.gen(function* () {
        const path = `${directory}/cassettes/${cell.id}.jsonl`
        yield* put(`${directory}/outside.jsonl`, whole)
        yield* put(`${dirname(path)}/other.jsonl`, whole)
        yield* Effect.promise(() => symlink(`${directory}/outside.jsonl`, path))
        assert.equal((yield* refused(`${directory}/cassettes`)).sentence, `${file} leads outside cassettes.`)
        const error = yield* Effect.flip(load(`${directory}/cassettes`, { ...cell, id: "../outside" }))
        assert.equal(error.sentence, "cassettes/../outside.jsonl leads outside cassettes.")
      })
    ))

  test("refuses a file that is not UTF-8", () =>
    inDirectory((directory) =>
      Effect.gen(function* () {
        yield* put(
          `${directory}/${cell.id}.jsonl`,
          whole.map((byte) => (byte === 0xc2 ? 0xff : byte))
        )
        const { reason, sentence } = yield* refused(directory)
        assert.deepEqual([reason, sentence], ["Damaged", `${file} is not UTF-8 text.`])
      })
    ))

  test("refuses a recording of another prompt and shows the change", () =>
    inDirectory((directory) =>
      Effect.gen(function* () {
        yield* writeCassette(`${directory}/${cell.id}.jsonl`, header, runs)
        const behaviour = { ...cell.behaviour, prompt: "What is the weather in Sacramento!" }
        const error = yield* Effect.flip(load(directory, { ...cell, behaviour, fingerprint: "c3d4" }))
        assert.equal(
          error.message,
          `${file} is stale: prompt was "What is the weather in Sacramento?" and is now ` +
            '"What is the weather in Sacramento!". Record it again with --record, or undo the change.'
        )
      })
    ))

  test("refuses a file that is cut anywhere", () =>
    inDirectory((directory) =>
      Effect.gen(function* () {
        const fs = yield* FileSystem.FileSystem
        const path = `${directory}/${cell.id}.jsonl`
        yield* put(path, whole)
        const ends = new Set(Array.from(whole).flatMap((byte, at) => (byte === 0x0a ? [at + 1] : [])))
        for (let cut = whole.length - 1; cut >= 0; cut--) {
          yield* fs.writeFile(path, whole.subarray(0, cut))
          const loaded = yield* Effect.result(load(directory))
          assert.ok(Result.isFailure(loaded), `cut at byte ${cut}`)
          const [lacksEnd, torn] = ["the checksum of the file, is missing", "the last line is torn"].map((words) =>
            loaded.failure.sentence.includes(words)
          )
          assert.deepEqual([lacksEnd, torn], cut === 0 ? [false, false] : [ends.has(cut), !ends.has(cut)])
        }
      })
    ))

  test("gives a typed error for any flipped bytes", () =>
    inDirectory((directory) =>
      Effect.gen(function* () {
        const path = `${directory}/${cell.id}.jsonl`
        yield* put(path, whole)
        const flips = fc.array(fc.tuple(fc.nat(whole.length - 1), fc.integer({ min: 1, max: 255 })), { minLength: 1 })
        const property = fc.asyncProperty(flips, async (flipped) => {
          const bytes = whole.slice()
          for (const [at, mask] of flipped) bytes[at] = (bytes[at] ?? 0) ^ mask
          const write = FileSystem.FileSystem.use((fs) => fs.writeFile(path, bytes)).pipe(Effect.provide(Files.layer))
          const loaded = await Effect.runPromise(Effect.andThen(write, Effect.result(load(directory))))
          const isSame = bytes.every((byte, at) => byte === whole[at])
          assert.ok(Result.isFailure(loaded) ? loaded.failure instanceof CassetteError : isSame)
        })
        yield* Effect.promise(() => fc.assert(property, { numRuns: 500 }))
      })
    ))
})

describe("unused recordings", () => {
  const other = { ...cell, id: "weather/asks-for-the-weather/gpt-5" }

  test("are the cassettes of the suite that no cell uses, sorted", () =>
    inDirectory((directory) =>
      Effect.gen(function* () {
        for (const name of [cell.id, other.id, "weather/gone/b", "weather/gone/a", "another-suite/agent/model"]) {
          yield* put(`${directory}/${name}.jsonl`, whole)
        }
        yield* put(`${directory}/weather/gone/.a.jsonl.123.tmp`, whole)
        const issues = yield* unused(directory, planOf(cell, other))
        assert.deepEqual(
          issues.map(({ message }) => message),
          ["a", "b"].map((name) => `cassettes/weather/gone/${name}.jsonl is used by no cell of its suite.`)
        )
        assert.deepEqual(issues.map(({ advisory, code, hint }) => ({ advisory, code, hint }))[0], {
          advisory: true,
          code: "UNUSED_RECORDING",
          hint: "Delete it, or bring back the agent or the model that it was recorded for."
        })
      })
    ))

  test("are none if there is no folder, no cell, or only a path outside the folder", () =>
    inDirectory((directory) =>
      Effect.gen(function* () {
        const fs = yield* FileSystem.FileSystem
        yield* put(`${directory}/outside/agent/model.jsonl`, whole)
        yield* fs.makeDirectory(`${directory}/cassettes`)
        yield* Effect.promise(() => symlink(`${directory}/outside`, `${directory}/cassettes/weather`))
        assert.deepEqual(yield* unused(`${directory}/nowhere`, planOf(cell)), [])
        assert.deepEqual(yield* unused(directory, planOf()), [])
        assert.deepEqual(yield* unused(`${directory}/cassettes`, planOf(cell)), [])
        assert.deepEqual(yield* unused(`${directory}/cassettes`, planOf({ ...cell, id: "../outside/b" })), [])
      })
    ))
})
