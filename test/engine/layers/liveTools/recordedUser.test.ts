import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import * as Effect from "effect/Effect"
import type { RecordedRun, Recording, UserExchange } from "../../../../src/base/domain/recording/Cassette.ts"
import type { Cell } from "../../../../src/base/domain/plan/Plan.ts"
import { recordedUser } from "../../../../src/engine/layers/liveTools/recordedUser.ts"
import { driven } from "../../../cells.ts"
import { trace as traceOf } from "../../../traces.ts"

const said: ReadonlyArray<UserExchange> = [{ kind: "user", message: "And in Davis?" }, { kind: "user" }]
const trace = {
  ...traceOf(),
  conversation: {
    turns: [
      { role: "user", content: "Is it warm?" },
      { role: "assistant", content: "I look." },
      { role: "assistant", content: "It is." },
      { role: "user", content: "And in Davis?", calls_before: 0 },
      { role: "assistant", content: "It is too." }
    ] as const
  }
}
const run: RecordedRun = { index: 1, outcome: { status: "completed" }, exchanges: said, trace }
const recording = { file: "f.jsonl", runs: new Map([[1, run]]) } as unknown as Recording
const plain = driven()
const simulated: Cell = {
  ...plain,
  behaviour: { ...plain.behaviour, user: { model: "m", goal: "g", stop: "s", options: plain.behaviour.options } }
}

const speaking = (cell: Cell, at: number, answered: string) =>
  recordedUser(() => recording)({ cell, run: 1, at, answered }).pipe(
    Effect.match({
      onSuccess: (one) => one.message ?? "ends",
      onFailure: ({ issue }) => `${issue.code} ${issue.message}`
    }),
    Effect.runSync
  )

describe("the user of a recorded run", () => {
  test("says what was recorded, and ends the conversation where it did", () => {
    assert.equal(speaking(simulated, 0, "It is."), "And in Davis?")
    assert.equal(speaking(simulated, 1, "It is too."), "ends")
  })

  test("is not known where the agent says something else than recorded", () => {
    assert.match(
      speaking(simulated, 0, "It is not."),
      /^DIVERGED f\.jsonl, run 1: the agent answers message 1 of its user/
    )
    assert.match(speaking(simulated, 1, "Bye."), /^DIVERGED .*message 2 of its user otherwise than recorded/)
  })

  test("is not known where the recorded user did not speak", () => {
    assert.match(speaking(simulated, 2, "It is."), /^DIVERGED f\.jsonl, run 1: the user speaks where the recorded/)
  })

  test("that is a function is compared when the run is judged", () => {
    assert.equal(speaking(plain, 0, "It is not."), "And in Davis?")
  })
})
