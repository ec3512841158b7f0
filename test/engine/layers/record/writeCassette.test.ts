import { describe, test } from "bun:test"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Result from "effect/Result"
import * as fc from "fast-check"
import assert from "node:assert/strict"
import { formatCassette, writeCassette } from "../../../../src/engine/layers/record/writeCassette.ts"
import { parseCassette } from "../../cassette/parse.ts"
import { anyRuns, header, inDirectory, runs } from "../recordings.ts"

describe("the text of a cassette", () => {
  test("has one line for the header, one for each run and one for the file, with checksums, sorted keys and line ends", () => {
    const lines = formatCassette(header, runs).split("\n")
    assert.equal(lines.length, 5)
    assert.match(
      lines[0] ?? "",
      /^\{"checksum":"[0-9a-f]{16}","agent":"asks for the weather","fingerprint":\{"parts":\{"faults":\[\],"model":/
    )
    assert.match(
      lines[1] ?? "",
      /^\{"checksum":"[0-9a-f]{16}","index":1,"exchanges":.*,"outcome":\{"status":"completed"\}\}$/
    )
    assert.match(lines[3] ?? "", /^\{"checksum":"[0-9a-f]{16}","runs":2\}$/)
    assert.equal(lines[4], "")
  })

  test("does not depend on the order of runs or keys", () => {
    const shuffled = runs.map(({ exchanges, outcome, index }) => ({ exchanges, outcome, index })).toReversed()
    assert.equal(formatCassette(header, shuffled), formatCassette(header, runs))
  })

  test("reads back as it was written", () => {
    fc.assert(
      fc.property(anyRuns, (recorded) => {
        const recording = Result.getOrThrow(parseCassette("a.jsonl", formatCassette(header, recorded)))
        assert.deepEqual(recording.header, header)
        assert.deepEqual(recording.runs, new Map(recorded.map((run) => [run.index, run])))
      })
    )
  })
})

describe("writing a cassette", () => {
  test("makes its folders and leaves no other file", () =>
    inDirectory((directory) =>
      Effect.gen(function* () {
        const fs = yield* FileSystem.FileSystem
        yield* writeCassette(`${directory}/weather/agent/model.jsonl`, header, runs)
        assert.deepEqual(yield* fs.readDirectory(`${directory}/weather/agent`), ["model.jsonl"])
      })
    ))

  test("writes the same bytes again over an existing file", () =>
    inDirectory((directory) =>
      Effect.gen(function* () {
        const fs = yield* FileSystem.FileSystem
        const file = `${directory}/model.jsonl`
        yield* writeCassette(file, header, runs)
        const first = yield* fs.readFile(file)
        yield* writeCassette(file, header, runs.toReversed())
        assert.deepEqual(yield* fs.readFile(file), first)
      })
    ))
})
