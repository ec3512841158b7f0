import { test } from "bun:test"
import * as Effect from "effect/Effect"
import assert from "node:assert/strict"
import { redactorOf } from "../../../../src/app/run/secretsOfSuites.ts"
import { unitTape } from "../../../../src/features/queue/store/unitTape.ts"
import { cell, header, runs } from "../../../engine/layers/recordings.ts"

test("a worker hands in the images of a run, without those that show a secret of its environment", () => {
  const secret = "hunter2-hunter2-hunter2"
  const { kept, tape } = unitTape(cell, header, redactorOf([], { SOME_API_KEY: secret }))
  const image = (text: string): string => Buffer.from(`\x89PNG ${text}`).toString("base64")
  const media = new Map([
    ["a".repeat(64), image("a tiny picture")],
    ["b".repeat(64), image(`of ${secret}`)],
    ["c".repeat(64), image(`of ${Buffer.from(secret).toString("hex")}`)]
  ])
  Effect.runSync(tape.keep(runs[0]!, header.servers, media))
  assert.deepEqual([...(kept()?.media?.keys() ?? [])], ["a".repeat(64)])
})
