import { test } from "bun:test"
import assert from "node:assert/strict"
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Effect from "effect/Effect"
import type { UnderWay } from "../../../../src/base/domain/recording/UnderWay.ts"
import * as Files from "../../../../src/engine/layers/platform/fileSystem.ts"
import { progressFile } from "../../../../src/engine/layers/record/progressFile.ts"
import { makeRedactor } from "../../../../src/engine/layers/record/redact.ts"
import type { Waiting } from "../../../../src/engine/services/Progress.ts"
import { cellOf } from "../../../../src/app/recordings/cellOf.ts"
import { readAt } from "../../../../src/app/recordings/recordingsIn.ts"
import { eventually } from "../../../processes.ts"

const SECRET = "s3cr3t-0123456789"
const redactor = makeRedactor([{ name: "KEY", value: SECRET }])
const { header } = await Effect.runPromise(readAt("cassettes/weather/asks-for-the-weather/claude-sonnet-4-5.jsonl"))
const cell = { ...cellOf(header), runs: 5 }

const waiting = (index: number, args: Readonly<Record<string, string>>): Waiting => ({
  cell,
  index,
  on: "tool",
  tools: [],
  usage: { input: 3, output: 4 },
  made: 1,
  calls: [{ call: { id: "c1", server: "s", name: "t", args }, state: "open" }]
})

test("says what the runs do without a secret and without long arguments, and is gone at the end", async () => {
  const folder = mkdtempSync(join(tmpdir(), "passhat-progress-"))
  const path = join(folder, "m.jsonl")
  const read = (): UnderWay => JSON.parse(readFileSync(`${path}.progress`, "utf8")) as UnderWay
  await Effect.gen(function* () {
    const { ended, tell } = yield* progressFile(path, "weather", cell, redactor)
    assert.deepEqual(readdirSync(folder), [], "nothing is written before a run begins")
    tell(waiting(2, { key: SECRET }))
    tell(waiting(1, { long: "x".repeat(5_000) }))
    yield* Effect.promise(() => eventually(() => existsSync(`${path}.progress`) && read().under_way.length === 2))
    const { runs, suite, under_way: now } = read()
    assert.deepEqual([suite, runs, now.map(({ index }) => index)], ["weather", 5, [1, 2]])
    assert.deepEqual(now[0]?.calls, [{ server: "s", name: "t", state: "open" }])
    assert.match(JSON.stringify(now[1]?.calls), /REDACTED:KEY/)
    assert.ok(!readFileSync(`${path}.progress`, "utf8").includes(SECRET))
    ended(1)
    yield* Effect.promise(() => eventually(() => read().under_way.length === 1))
  }).pipe(Effect.scoped, Effect.provide(Files.layer), Effect.runPromise)
  assert.deepEqual(readdirSync(folder), [])
  rmSync(folder, { recursive: true })
})
