import { test } from "bun:test"
import { spawnSync } from "node:child_process"
import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Effect from "effect/Effect"
import assert from "node:assert/strict"
import * as Files from "../../../../src/engine/layers/platform/fileSystem.ts"
import { openSpool } from "../../../../src/features/queue/store/spool.ts"

test("a pipe, a folder, a sparse file and {} in a spool are named, and a worker goes on", async () => {
  const folder = mkdtempSync(join(tmpdir(), "passhat-spool-"))
  const spool = await Effect.runPromise(openSpool(folder, "queue").pipe(Effect.provide(Files.layer)))
  const names = ["a", "b", "c", "d"].map((letter) => `${letter.repeat(32)}.json`)
  const [pipe = "", inside = "", sparse = "", empty = ""] = names.map((name) => join(spool.directory, name))
  mkdirSync(inside, { recursive: true })
  assert.equal(spawnSync("mkfifo", [pipe]).status, 0)
  writeFileSync(sparse, "")
  truncateSync(sparse, 2 ** 40)
  writeFileSync(empty, "{}")
  assert.deepEqual(await Effect.runPromise(spool.files), names)
  assert.deepEqual(await Effect.runPromise(Effect.forEach(names, spool.read)), [
    `${pipe} cannot be read (it is no file).`,
    `${inside} cannot be read (it is no file).`,
    `${sparse} cannot be read (it has 1099511627776 bytes, and may have 536870912).`,
    `${empty} is cut off, or was changed since a worker wrote it.`
  ])
  rmSync(folder, { recursive: true })
})
