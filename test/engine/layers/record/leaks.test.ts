/**
 * No secret reaches a file, in any text of a run and in any encoding.
 */
import { describe, test } from "bun:test"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import assert from "node:assert/strict"
import type { RecordedRun, ServerInfo } from "../../../../src/base/domain/recording/Cassette.ts"
import type { Cell } from "../../../../src/base/domain/plan/Plan.ts"
import * as Recorder from "../../../../src/engine/layers/record/cassettes.ts"
import { type Secrets, secretsOf } from "../../../../src/engine/layers/record/secrets.ts"
import { trace } from "../../../traces.ts"
import { cell, inDirectory, openTape } from "../recordings.ts"
import { canaries, encodings } from "./canaries.ts"

const secrets = secretsOf(Object.fromEntries(canaries.map((value, at) => [`CANARY_${at}_SECRET`, value])))

/** A run with a text in every place that has room for one. */
const runWith = (index: number, text: string): RecordedRun => {
  const call = {
    id: text,
    server: text,
    name: text,
    args: { [text]: text, nested: [{ deep: text }] },
    caller: { text }
  }
  const answer = { is_error: true, content: [{ type: "text", text }], structured: { [text]: [text] }, timed_out: false }
  return {
    index,
    outcome: { status: "completed" },
    exchanges: [
      { kind: "model", answer: { text, calls: [call], stop_reason: text, provider_state: { thinking: text } } },
      { kind: "tool", call, answer }
    ],
    trace: trace({ final_response: text, conversation: { turns: [{ role: "user", content: text }] } }),
    observations: { [text]: answer }
  }
}

const spellings = encodings.flatMap(([encoding, encode]) =>
  canaries.map((value) => ({ encoding, spelt: encode(value) }))
)
const performed = encodings.map(([, encode], at) =>
  runWith(at + 1, canaries.map((value) => `(${encode(value)})`).join(" "))
)
const servers: ReadonlyArray<ServerInfo> = [{ name: canaries.join(" "), version: canaries.join(" ") }]
const telling: Cell = {
  ...cell,
  runs: performed.length,
  behaviour: {
    ...cell.behaviour,
    prompt: canaries.join("\n"),
    system: canaries.join(" "),
    servers: [
      { name: "s", transport: { command: ["run", ...canaries], env: [] }, tools: [] },
      {
        name: "t",
        transport: { url: `https://example.com/?key=${encodeURIComponent(canaries.join(" "))}`, headers: [] },
        tools: []
      }
    ]
  }
}

/** Everything that lies in the folder while it is recorded, and afterwards; and what was given back to be judged. */
const recorded = (known: Secrets) =>
  inDirectory((directory) =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const everything = Effect.gen(function* () {
        const names = yield* fs.readDirectory(directory, { recursive: true })
        const texts = yield* Effect.forEach(
          names.filter((name) => name.includes(".jsonl")),
          (name) => fs.readFileString(`${directory}/${name}`)
        )
        return [...names, ...texts]
      })
      const options = { folder: { directory, shown: "c" }, mode: "all", suite: "w", version: "1" } as const
      const body = Effect.gen(function* () {
        const tape = yield* openTape(telling)
        const kept = yield* Effect.forEach(performed, (run) => tape.keep(run, servers))
        const during = yield* everything
        yield* tape.finish()
        return [...during, ...(yield* everything), JSON.stringify(kept)]
      })
      return yield* body.pipe(Effect.scoped, Effect.provide(Recorder.layer({ ...options, secrets: known })))
    })
  )

/** The encodings in which a canary is seen, in a text or in a string that the text holds as JSON. */
const seenIn = (texts: ReadonlyArray<string>): ReadonlyArray<string> => {
  const inJson = (spelt: string): string => JSON.stringify(spelt).slice(1, -1)
  return [
    ...new Set(
      spellings
        .filter(({ spelt }) => texts.some((text) => text.includes(spelt) || text.includes(inJson(spelt))))
        .map(({ encoding }) => encoding)
    )
  ]
}

describe(`${canaries.length} secrets in ${encodings.length} encodings, in every text of a run`, () => {
  test("are in no file and in no run that is judged", async () => {
    assert.equal(secrets.length, canaries.length)
    const texts = await recorded(secrets)
    assert.ok(texts.some((text) => text.includes("[REDACTED:CANARY_")))
    assert.deepEqual(seenIn(texts), [])
  })

  test("are found in the files if the redactor does not know them", async () => {
    assert.deepEqual(
      seenIn(await recorded([])),
      encodings.map(([encoding]) => encoding)
    )
  })
})
