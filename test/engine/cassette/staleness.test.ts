import { describe, test } from "bun:test"
import * as Option from "effect/Option"
import * as fc from "fast-check"
import assert from "node:assert/strict"
import type { Cell } from "../../../src/base/domain/plan/Plan.ts"
import { olderNotices } from "../../../src/engine/cassette/staleness.ts"
import type { Header } from "../../../src/base/domain/recording/Cassette.ts"
import { fingerprint } from "../../../src/base/domain/plan/fingerprint.ts"
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
  test("never for the cell of which it was recorded", () => {
    assert.deepEqual(stale(cell, header, file), Option.none())
    assert.equal(sentence({ ...cell, runs: 9, name: "another row", gates: [] }), undefined)
  })

  test("for what has changed, and not for a prompt that was redacted and is the same", () => {
    const prompt = "Log in with [REDACTED:SERVICE_TOKEN:0123abcd]. Is *it* right?"
    const redacted = {
      ...header,
      fingerprint: { ...header.fingerprint, parts: { ...header.fingerprint.parts, prompt } }
    }
    const same = "Log in with s3cr3t-value. Is *it* right?"
    assert.equal(
      sentence(now({ prompt: same, system: "Be brief." }), redacted),
      `${file} is stale: system was absent and is now "Be brief.".`
    )
    assert.match(
      sentence(now({ prompt: "Log in with s3cr3t-value. Is *it* wrong?", system: "Be brief." }), redacted) ?? "",
      /is stale: prompt was .*right\?" and is now .*wrong\?"; system was absent/
    )
    assert.match(sentence(now({ prompt: same }), redacted) ?? "", /is stale: prompt was /)
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

  test("when one character of the prompt changed, and the message shows it", () => {
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

  test("when a deep part of a tool's schema changed", () => {
    const [server] = cell.behaviour.servers
    assert.ok(server)
    const tools = [{ name: "get_weather", input_schema: { type: "object", properties: { city: { type: "number" } } } }]
    assert.equal(
      sentence(now({ servers: [{ ...server, tools }] })),
      `${file} is stale: servers.weather.tools.get_weather.input_schema.properties.city.type was "string" and is now "number".`
    )
  })

  test("when a tool was added before others, and the message names only that tool", () => {
    const [server] = cell.behaviour.servers
    assert.ok(server)
    const tools = [{ name: "get_tide", input_schema: {} }, ...server.tools]
    assert.equal(
      sentence(now({ servers: [{ ...server, tools }] })),
      `${file} is stale: servers.weather.tools.get_tide was absent and is now {"input_schema":{}}.`
    )
  })

  test("when tools have another order, and the message names their index", () => {
    const [server] = cell.behaviour.servers
    assert.ok(server)
    const tools = [...server.tools, { name: "get_tide", input_schema: {} }]
    const recorded = { ...cell.behaviour, servers: [{ ...server, tools }] }
    assert.match(
      sentence(now({ servers: [{ ...server, tools: tools.toReversed() }] }), {
        ...header,
        fingerprint: { sha256: "a1b2", parts: recorded }
      }) ?? "",
      /is stale: servers\[0\]\.tools\[0\]/
    )
  })

  test("and the message names three changes and counts the others", () => {
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

  test("when it is of another agent or model, and the message names each once", () => {
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

  test("when only the hash differs, which covers parts that this version does not know", () => {
    assert.equal(sentence(now({})), `${file} is stale: fingerprint was "a1b2" and is now "c3d4".`)
  })

  test("not if its parts were redacted and the hash is the same", () => {
    const parts = { ...cell.behaviour, prompt: "Log in with [REDACTED:API_KEY:01234567]." }
    const redacted = { ...header, fingerprint: { ...header.fingerprint, parts } }
    assert.equal(
      sentence({ ...now({ prompt: "Log in with a key." }), fingerprint: cell.fingerprint }, redacted),
      undefined
    )
  })
})

describe("the sources of a driver", () => {
  const [ask, plan] = ["ask.py", "plan.py"].map((path) => ({ path: `agents/${path}`, sha256: "0123456789abcdef" }))
  const driven = (sources?: ReadonlyArray<{ readonly path: string; readonly sha256: string }>): Cell => {
    const driver = { name: "mine", version: "1", ...(sources !== undefined && { sources }) }
    const behaviour = { ...cell.behaviour, driver }
    return { ...cell, behaviour, fingerprint: fingerprint(behaviour) }
  }
  const recordedOf = ({ behaviour, fingerprint: sha256 }: Cell): Header => ({
    ...header,
    fingerprint: { sha256, parts: behaviour }
  })
  const sourced = driven([ask!, plan!])

  test.each([
    [
      "changed",
      driven([{ ...ask!, sha256: "ffffffffffffffff" }, plan!]),
      'driver.sources["agents/ask.py"] was "0123456789ab" and is now "ffffffffffff"'
    ],
    ["was removed", driven([plan!]), 'driver.sources["agents/ask.py"] was "0123456789ab" and is now absent'],
    [
      "was added",
      driven([ask!, { ...ask!, path: "agents/b.py" }, plan!]),
      'driver.sources["agents/b.py"] was absent and is now "0123456789ab"'
    ],
    [
      "is no longer named",
      driven(),
      'driver.sources was {"agents/ask.py":"0123456789ab","agents/plan.py":"0123456789ab"} and is now absent'
    ]
  ])("make the recording stale when a file %s, and the message names it", (_, asked, change) => {
    assert.equal(sentence(asked, recordedOf(sourced)), `${file} is stale: ${change}.`)
    assert.deepEqual(olderNotices(sourced, recordedOf(sourced), file), [])
  })

  test("are not compared with a recording without sources: it gets a notice, and its other parts are compared", () => {
    const older = recordedOf(driven())
    assert.equal(sentence(sourced, older), undefined)
    assert.deepEqual(olderNotices(sourced, older, file), [
      {
        code: "NO_SOURCES",
        message: `${file} was recorded without the sources of its driver: whether they have changed is not known.`,
        hint: "They are compared once you record it again with --record.",
        advisory: true
      }
    ])
    const behaviour = { ...sourced.behaviour, prompt: "?" }
    const asked = { ...sourced, behaviour, fingerprint: fingerprint(behaviour) }
    assert.equal(
      sentence(asked, older),
      `${file} is stale: prompt was "What is the weather in Sacramento?" and is now "?".`
    )
  })
})
