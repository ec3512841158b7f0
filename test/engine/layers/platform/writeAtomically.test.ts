import { describe, test } from "bun:test"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as FileSystem from "effect/FileSystem"
import assert from "node:assert/strict"
import { writeAtomically } from "../../../../src/engine/layers/platform/writeAtomically.ts"
import { inDirectory } from "../recordings.ts"

describe("writing a file atomically", () => {
  test("makes its folders and leaves no other file", () =>
    inDirectory((directory) =>
      Effect.gen(function* () {
        const fs = yield* FileSystem.FileSystem
        yield* writeAtomically(`${directory}/a/b/file.txt`, "21 °C")
        assert.deepEqual(yield* fs.readDirectory(`${directory}/a/b`), ["file.txt"])
        assert.equal(yield* fs.readFileString(`${directory}/a/b/file.txt`), "21 °C")
      })
    ))

  test("takes a text in any number of pieces", () =>
    inDirectory((directory) =>
      Effect.gen(function* () {
        const fs = yield* FileSystem.FileSystem
        const pieces = Array.from({ length: 50_000 }, (_, at) => `${at} °C\n`)
        yield* writeAtomically(`${directory}/file.txt`, pieces.values())
        assert.equal(yield* fs.readFileString(`${directory}/file.txt`), pieces.join(""))
      })
    ))

  test("removes its temporary file and keeps the old content if it fails", () =>
    inDirectory((directory) =>
      Effect.gen(function* () {
        const fs = yield* FileSystem.FileSystem
        yield* fs.makeDirectory(`${directory}/file.txt/kept`, { recursive: true })
        const error = yield* Effect.flip(writeAtomically(`${directory}/file.txt`, "new"))
        assert.equal(error.reason.method, "rename")
        const left = yield* fs.readDirectory(directory, { recursive: true })
        assert.deepEqual(left.toSorted(), ["file.txt", "file.txt/kept"])
      })
    ))

  test("fails and leaves no file if a folder cannot be made", () =>
    inDirectory((directory) =>
      Effect.gen(function* () {
        const fs = yield* FileSystem.FileSystem
        yield* fs.writeFileString(`${directory}/taken`, "")
        const error = yield* Effect.flip(writeAtomically(`${directory}/taken/file.txt`, "new"))
        assert.equal(error.reason.method, "makeDirectory")
        assert.deepEqual(yield* fs.readDirectory(directory), ["taken"])
      })
    ))

  test("many writers of one file leave the whole text of one of them", () =>
    inDirectory((directory) =>
      Effect.gen(function* () {
        const fs = yield* FileSystem.FileSystem
        const texts = Array.from({ length: 12 }, (_, writer) => String(writer).repeat(100_000))
        yield* Effect.forEach(texts, (text) => writeAtomically(`${directory}/file.txt`, text), {
          concurrency: "unbounded"
        })
        assert.deepEqual(yield* fs.readDirectory(directory), ["file.txt"])
        assert.ok(texts.includes(yield* fs.readFileString(`${directory}/file.txt`)))
      })
    ))

  test("an interrupted writer has written the whole text and leaves no other file", () =>
    inDirectory((directory) =>
      Effect.gen(function* () {
        const fs = yield* FileSystem.FileSystem
        const writer = yield* Effect.forkChild(writeAtomically(`${directory}/file.txt`, "new"), {
          startImmediately: true
        })
        yield* Fiber.interrupt(writer)
        assert.deepEqual(yield* fs.readDirectory(directory), ["file.txt"])
        assert.equal(yield* fs.readFileString(`${directory}/file.txt`), "new")
      })
    ))
})
