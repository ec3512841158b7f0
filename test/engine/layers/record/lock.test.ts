import { describe, test } from "bun:test"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as FileSystem from "effect/FileSystem"
import * as Result from "effect/Result"
import * as Scope from "effect/Scope"
import assert from "node:assert/strict"
import { spawnSync } from "node:child_process"
import { createHash } from "node:crypto"
import { symlink } from "node:fs/promises"
import { hostname } from "node:os"
import { thisProcess } from "../../../../src/engine/layers/platform/processes.ts"
import { lock, sweep } from "../../../../src/engine/layers/record/lock.ts"
import { inDirectory } from "../recordings.ts"

/** A process that has ended. */
const gone = { pid: spawnSync("true").pid, started: "1", host: hostname(), token: "gone" }

const put = (path: string, holder: object) =>
  FileSystem.FileSystem.use((fs) => fs.writeFileString(path, JSON.stringify(holder)))

const names = (directory: string) => FileSystem.FileSystem.use((fs) => fs.readDirectory(directory))

describe("a lock", () => {
  test("names its process, and is removed when its scope closes", () =>
    inDirectory((directory) =>
      Effect.gen(function* () {
        const fs = yield* FileSystem.FileSystem
        const path = `${directory}/a.lock`
        const text = yield* Effect.scoped(Effect.andThen(lock(path), fs.readFileString(path)))
        const { token, ...holder } = JSON.parse(text)
        assert.deepEqual(holder, thisProcess())
        assert.equal(typeof token, "string")
        assert.deepEqual(yield* names(directory), [])
      })
    ))

  test("is removed when its holder is interrupted", () =>
    inDirectory((directory) =>
      Effect.gen(function* () {
        const scope = yield* Scope.make()
        yield* Scope.provide(lock(`${directory}/a.lock`), scope)
        const fiber = yield* Effect.forkChild(
          Effect.scoped(Effect.andThen(lock(`${directory}/b.lock`), Effect.never)),
          { startImmediately: true }
        )
        yield* Fiber.interrupt(fiber)
        yield* Scope.close(scope, Exit.void)
        assert.deepEqual(yield* names(directory), [])
      })
    ))

  test("is refused at once while its holder runs, or if its holder is on another host", () =>
    inDirectory((directory) =>
      Effect.gen(function* () {
        const elsewhere = { pid: 1, host: "another-host", token: "t" }
        yield* lock(`${directory}/a.lock`)
        yield* put(`${directory}/b.lock`, elsewhere)
        for (const [name, holder] of [
          ["a.lock", thisProcess()] as const,
          ["b.lock", { pid: 1, host: "another-host" }] as const
        ]) {
          const refusal = yield* Effect.flip(Effect.scoped(lock(`${directory}/${name}`)))
          assert.deepEqual(refusal._tag === "Held" && refusal.holder, holder)
        }
        assert.deepEqual((yield* names(directory)).toSorted(), ["a.lock", "b.lock"])
      })
    ))

  test("that names no holder, or is a broken link, is refused", () =>
    inDirectory((directory) =>
      Effect.gen(function* () {
        const fs = yield* FileSystem.FileSystem
        yield* fs.writeFileString(`${directory}/a.lock`, "mine!")
        yield* Effect.promise(() => symlink(`${directory}/nowhere`, `${directory}/b.lock`))
        for (const name of ["a.lock", "b.lock"]) {
          assert.equal((yield* Effect.flip(Effect.scoped(lock(`${directory}/${name}`))))._tag, "Held")
        }
      })
    ))

  test("of a process that has ended, or whose pid another process has now, is taken over", () =>
    inDirectory((directory) =>
      Effect.gen(function* () {
        const path = `${directory}/a.lock`
        const stale = process.platform === "linux" ? [gone, { ...thisProcess(), started: "1", token: "t" }] : [gone]
        for (const holder of stale) {
          yield* put(path, holder)
          yield* Effect.scoped(
            Effect.gen(function* () {
              yield* lock(path)
              const fs = yield* FileSystem.FileSystem
              assert.equal(JSON.parse(yield* fs.readFileString(path)).pid, process.pid)
              assert.deepEqual(yield* names(directory), ["a.lock"])
            })
          )
        }
      })
    ))

  test("of a process that died during a takeover is taken over too, also after several such deaths", () =>
    inDirectory((directory) =>
      Effect.gen(function* () {
        let path = `${directory}/a.lock`
        for (const token of ["1", "2", "3"]) {
          yield* put(path, { ...gone, token })
          path += `.${createHash("sha256")
            .update(JSON.stringify({ ...gone, token }))
            .digest("hex")
            .slice(0, 8)}`
        }
        yield* lock(`${directory}/a.lock`)
        assert.deepEqual(yield* names(directory), ["a.lock"])
      })
    ))

  test("of a dead process is taken over by exactly one of several concurrent takers", () =>
    inDirectory((directory) =>
      Effect.gen(function* () {
        for (let round = 0; round < 100; round++) {
          const path = `${directory}/${round}.lock`
          if (round % 4 !== 0) yield* put(path, { ...gone, token: String(round) })
          const scope = yield* Scope.make()
          const takers = Array.from({ length: 2 + (round % 7) }, () => Effect.result(Scope.provide(lock(path), scope)))
          const taken = yield* Effect.all(takers, { concurrency: "unbounded" })
          assert.equal(taken.filter(Result.isSuccess).length, 1, `round ${round}`)
          assert.ok(taken.filter(Result.isFailure).every(({ failure }) => failure._tag === "Held"))
          assert.deepEqual(yield* names(directory), [`${round}.lock`])
          yield* Scope.close(scope, Exit.void)
        }
      })
    ))
})

test("sweeping removes the temporary files of dead writers of a file, and no others", () =>
  inDirectory((directory) =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const uuid = "01234567-89ab-cdef-0123-456789abcdef"
      const left = [
        `.m.jsonl.${uuid}.tmp`,
        `.m.jsonl.lock.${uuid}.tmp`,
        "m.jsonl.lock.0a1b2c3d",
        "m.jsonl.lock.0a1b2c3d.0a1b2c3d",
        "m.jsonl.progress",
        ".m.jsonl.progress.tmp"
      ]
      const kept = [
        "m.jsonl",
        "m.jsonl.lock",
        "m.jsonl.journal",
        `.n.jsonl.${uuid}.tmp`,
        "m.jsonl.lock.old",
        "n.jsonl.progress",
        ".m.jsonl.tmp"
      ]
      for (const name of [...left, ...kept]) yield* fs.writeFileString(`${directory}/${name}`, "")
      yield* sweep(`${directory}/m.jsonl`)
      assert.deepEqual((yield* names(directory)).toSorted(), kept.toSorted())
      yield* sweep(`${directory}/nowhere/m.jsonl`)
    })
  ))
