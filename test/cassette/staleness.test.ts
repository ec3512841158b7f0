import { describe, test } from "bun:test"
import * as Option from "effect/Option"
import * as fc from "fast-check"
import assert from "node:assert/strict"
import type { Cell } from "../../src/domain/Plan.ts"
import { stale } from "./parse.ts"
import { cell, header } from "../layers/recordings.ts"

const file = "cassettes/weather/asks-for-the-weather/claude-sonnet-4-5.jsonl"

const now = (behaviour: Partial<Cell["behaviour"]>, rest: Partial<Cell> = {}): Cell => ({
  ...cell,
  fingerprint: "c3d4",
  behaviour: { ...cell.behaviour, ...behaviour },
  ...rest
})

const sentence = (asked: Cell, recorded = header): string | undefined =>
  Option.getOrUndefined(stale(asked, recorded, file))?.sentence

describe("a recording is stale", () => {
  test("never of the very cell it was recorded of", () => {
    assert.deepEqual(stale(cell, header, file), Option.none())
    assert.equal(sentence({ ...cell, runs: 9, name: "another row", gates: [] }), undefined)
  })

  test("when the prompt changed", () => {
    const error = Option.getOrThrow(stale(now({ prompt: "What's the weather in Sacramento?" }), header, file))
    assert.equal(error.reason, "Stale")
    assert.equal(
      error.sentence,
      `${file} is stale: prompt was "What is the weather in Sacramento?" and is now "What's the weather in Sacramento?".`
    )
    assert.equal(error.hint, "Record it again with --record, or undo the change.")
    assert.equal(error.issue.code, "STALE_CASSETTE")
  })

  test("when any one character of the prompt changed, and the message shows it", () => {
    const { prompt } = cell.behaviour
    fc.assert(
      fc.property(fc.nat(prompt.length - 1), fc.constantFrom("", "x", "☀"), (at, edit) => {
        const edited = prompt.slice(0, at) + edit + prompt.slice(at + 1)
        assert.equal(
          sentence(now({ prompt: edited })),
          `${file} is stale: prompt was ${JSON.stringify(prompt)} and is now ${JSON.stringify(edited)}.`
        )
      })
    )
  })

  test("when something was added deep in a tool's schema", () => {
    const [server] = cell.behaviour.servers
    assert.ok(server)
    const tools = [{ name: "get_weather", input_schema: { type: "object", properties: { city: { type: "number" } } } }]
    assert.equal(
      sentence(now({ servers: [{ ...server, tools }] })),
      `${file} is stale: servers[0].tools[0].input_schema.properties.city.type was "string" and is now "number".`
    )
  })

  test("and three changes are told, the others counted", () => {
    const behaviour = {
      prompt: "?",
      system: "Be brief.",
      options: { max_turns: 9, max_tokens: 9 },
      call_budget_ms: 3000
    }
    assert.equal(
      sentence(now(behaviour)),
      `${file} is stale: call_budget_ms was absent and is now 3000; options.max_tokens was 1024 and is now 9; ` +
        "options.max_turns was 10 and is now 9; and 2 more."
    )
  })

  test("when it is of another agent or model, told once", () => {
    const model = "claude-opus-4-5"
    assert.equal(
      sentence(now({ model }, { model, agent: "asks twice" })),
      `${file} is stale: agent was "asks for the weather" and is now "asks twice"; ` +
        `model was "claude-sonnet-4-5" and is now "${model}".`
    )
    assert.equal(
      sentence(cell, { ...header, model }),
      `${file} is stale: model was "${model}" and is now "claude-sonnet-4-5".`
    )
  })

  test("when only the hash differs: a part that this version does not know", () => {
    assert.equal(sentence(now({})), `${file} is stale: fingerprint was "a1b2" and is now "c3d4".`)
  })

  test("not where its parts were redacted: the hash knows", () => {
    const parts = { ...cell.behaviour, prompt: "Log in with [REDACTED:API_KEY:01234567]." }
    const redacted = { ...header, fingerprint: { ...header.fingerprint, parts } }
    assert.equal(
      sentence({ ...now({ prompt: "Log in with a key." }), fingerprint: cell.fingerprint }, redacted),
      undefined
    )
  })
})
