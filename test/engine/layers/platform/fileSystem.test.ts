import { describe, test } from "bun:test"
import * as ByteSize from "effect/ByteSize"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import assert from "node:assert/strict"
import { symlink } from "node:fs/promises"
import { tmpdir } from "node:os"
import { dirname } from "node:path"
import * as Files from "../../../../src/engine/layers/platform/fileSystem.ts"
import { inDirectory } from "../recordings.ts"

const bytes = (text: string) => new TextEncoder().encode(text)

describe("the file system", () => {
  test("writes, reads, renames and removes files", () =>
    inDirectory((directory) =>
      Effect.gen(function* () {
        const fs = yield* FileSystem.FileSystem
        yield* fs.writeFileString(`${directory}/a`, "21 °C")
        yield* fs.rename(`${directory}/a`, `${directory}/b`)
        assert.equal(yield* fs.readFileString(`${directory}/b`), "21 °C")
        assert.deepEqual([yield* fs.exists(`${directory}/a`), yield* fs.exists(`${directory}/b`)], [false, true])
        yield* fs.remove(`${directory}/b`)
        assert.deepEqual(yield* fs.readDirectory(directory), [])
      })
    ))

  test("links a file, unless the name is taken", () =>
    inDirectory((directory) =>
      Effect.gen(function* () {
        const fs = yield* FileSystem.FileSystem
        yield* fs.writeFileString(`${directory}/a`, "one")
        yield* fs.link(`${directory}/a`, `${directory}/b`)
        yield* fs.remove(`${directory}/a`)
        assert.equal(yield* fs.readFileString(`${directory}/b`), "one")
        yield* fs.writeFileString(`${directory}/a`, "two")
        const taken = yield* Effect.flip(fs.link(`${directory}/a`, `${directory}/b`))
        assert.deepEqual([taken.reason._tag, yield* fs.readFileString(`${directory}/b`)], ["AlreadyExists", "one"])
      })
    ))

  test("distinguishes files from directories, and reads their size", () =>
    inDirectory((directory) =>
      Effect.gen(function* () {
        const fs = yield* FileSystem.FileSystem
        yield* fs.writeFile(`${directory}/a`, bytes("12345"))
        const { size, type } = yield* fs.stat(`${directory}/a`)
        assert.deepEqual([type, ByteSize.toBigInt(size)], ["File", 5n])
        assert.equal((yield* fs.stat(directory)).type, "Directory")
      })
    ))

  test("lists a directory recursively without following links", () =>
    inDirectory((directory) =>
      Effect.gen(function* () {
        const fs = yield* FileSystem.FileSystem
        yield* fs.makeDirectory(`${directory}/a/b`, { recursive: true })
        yield* fs.writeFileString(`${directory}/a/b/c`, "")
        yield* Effect.promise(() => symlink(directory, `${directory}/a/loop`))
        const names = yield* fs.readDirectory(directory, { recursive: true })
        assert.deepEqual(names.toSorted(), ["a", "a/b", "a/b/c", "a/loop"])
        assert.equal(yield* fs.realPath(`${directory}/a/loop/a`), yield* fs.realPath(`${directory}/a`))
      })
    ))

  test("fails with a typed reason and the system's code", () =>
    inDirectory((directory) =>
      Effect.gen(function* () {
        const fs = yield* FileSystem.FileSystem
        yield* fs.writeFileString(`${directory}/a`, "")
        const failures = yield* Effect.all([
          Effect.flip(fs.readFile(`${directory}/none`)),
          Effect.flip(fs.readFile(directory)),
          Effect.flip(fs.readFile(`${directory}/a/b`)),
          Effect.flip(fs.writeFileString(`${directory}/a`, "", { flag: "wx" })),
          Effect.flip(fs.readFile(`${directory}/${"x".repeat(300)}`))
        ])
        assert.deepEqual(
          failures.map(({ reason }) => [reason._tag, reason.description]),
          [
            ["NotFound", "ENOENT"],
            ["BadResource", "EISDIR"],
            ["BadResource", "ENOTDIR"],
            ["AlreadyExists", "EEXIST"],
            ["Unknown", "ENAMETOOLONG"]
          ]
        )
      })
    ))

  test("a temporary directory is removed when its scope closes", async () => {
    const kept = await inDirectory((directory) => Effect.succeed(directory))
    const exists = FileSystem.FileSystem.use((fs) => fs.exists(kept))
    assert.equal(await Effect.runPromise(Effect.provide(exists, Files.layer)), false)
  })
})

test("a temporary directory without options is in the system's temporary directory", () =>
  inDirectory(() =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      assert.equal(dirname(yield* fs.makeTempDirectoryScoped()), tmpdir())
    })
  ))

describe("an open file", () => {
  test("is appended to at its end and synced", () =>
    inDirectory((directory) =>
      Effect.gen(function* () {
        const fs = yield* FileSystem.FileSystem
        yield* fs.writeFileString(`${directory}/journal`, "one\n")
        const file = yield* fs.open(`${directory}/journal`, { flag: "a" })
        yield* file.writeAll(bytes("two\n"))
        yield* file.writeAll(bytes("three\n"))
        yield* file.sync
        assert.equal(yield* fs.readFileString(`${directory}/journal`), "one\ntwo\nthree\n")
      })
    ))

  test("is read and written at a cursor that can be moved", () =>
    inDirectory((directory) =>
      Effect.gen(function* () {
        const fs = yield* FileSystem.FileSystem
        const file = yield* fs.open(`${directory}/a`, { flag: "w+" })
        yield* file.writeAll(bytes("0123456789"))
        assert.equal(yield* file.seek(-4n, "current"), 6n)
        assert.deepEqual(yield* file.readAlloc(2), Option.some(bytes("67")))
        assert.deepEqual(yield* file.readAlloc(2, { position: 0n }), Option.some(bytes("01")))
        assert.deepEqual(yield* file.readAlloc(9), Option.some(bytes("89")))
        assert.deepEqual(yield* file.readAlloc(9), Option.none())
        yield* file.truncate(3)
        assert.equal(ByteSize.toBigInt((yield* file.stat).size), 3n)
        assert.equal((yield* Effect.flip(file.seek(-1n, "start"))).reason._tag, "BadArgument")
      })
    ))

  test("streams", () =>
    inDirectory((directory) =>
      Effect.gen(function* () {
        const fs = yield* FileSystem.FileSystem
        yield* fs.writeFileString(`${directory}/a`, "0123456789")
        const chunks = yield* Stream.runCollect(fs.stream(`${directory}/a`, { chunkSize: 4, offset: 1 }))
        assert.deepEqual(chunks, [bytes("1234"), bytes("5678"), bytes("9")])
      })
    ))
})
