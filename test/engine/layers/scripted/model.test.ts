import { describe, test } from "bun:test"
import * as Effect from "effect/Effect"
import assert from "node:assert/strict"
import type { ModelAnswer } from "../../../../src/base/domain/recording/Cassette.ts"
import * as Scripted from "../../../../src/engine/layers/scripted/model.ts"
import type { Scripts } from "../../../../src/engine/layers/scripted/model.ts"
import { type Message, Model } from "../../../../src/engine/services/Model.ts"
import { cell } from "../recordings.ts"

const get = (city: string) => ({ server: "weather", name: "get_weather", args: { city } })

const twoTowns: Scripts = (_, run) => ({
  turns: [
    { text: "Looking.", calls: [get("Sacramento"), get("Lodi")], usage: { input: 900, output: 40 } },
    { calls: [get("Davis")] },
    { text: `Run ${run} is done.`, stop_reason: "max_tokens" },
    {}
  ]
})

const ask = (said: ReadonlyArray<ModelAnswer>, run = 1) =>
  Model.use((model) => {
    const messages = said.map((answer): Message => ({ role: "assistant", answer }))
    return model.ask({ cell, run, messages: [{ role: "user", text: cell.behaviour.prompt }, ...messages], tools: [] })
  }).pipe(Effect.provide(Scripted.layer(twoTowns)))

const conversation = Effect.gen(function* () {
  const said: Array<ModelAnswer> = []
  while (said.length < 4) said.push(yield* ask(said))
  return said
})

describe("a scripted model", () => {
  test("answers with its turns in order and numbers the calls over the run", async () => {
    assert.deepEqual(await Effect.runPromise(conversation), [
      {
        text: "Looking.",
        calls: [
          { id: "c1", ...get("Sacramento") },
          { id: "c2", ...get("Lodi") }
        ],
        stop_reason: "tool_use",
        usage: { input: 900, output: 40 }
      },
      { text: "", calls: [{ id: "c3", ...get("Davis") }], stop_reason: "tool_use" },
      { text: "Run 1 is done.", calls: [], stop_reason: "max_tokens" },
      { text: "", calls: [], stop_reason: "end_turn" }
    ])
  })

  test("follows the script of the run", async () => {
    const [first, second] = await Effect.runPromise(conversation)
    assert.ok(first && second)
    const answer = await Effect.runPromise(ask([first, second], 7))
    assert.equal(answer.text, "Run 7 is done.")
  })

  test("fails past the end of its script, as an infrastructure error", async () => {
    const said = await Effect.runPromise(conversation)
    const error = await Effect.runPromise(Effect.flip(ask(said, 3)))
    assert.equal(error.issue.code, "INFRASTRUCTURE")
    assert.equal(
      error.message,
      "weather/asks-for-the-weather/claude-sonnet-4-5, run 3: the model was asked for turn 5, and its script has 4. " +
        "End the script with a turn that makes no calls, or add the turn."
    )
  })
})
