/**
 * Recordings of cassette version 1, as an earlier passhat wrote them for suites with catalogues of Schemas: an update of
 * passhat makes none of them stale, and a change of the suite still does.
 */
import { describe, setDefaultTimeout, test } from "bun:test"
import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import { Schema } from "passhat/schema"
import type { Header } from "../../../src/base/domain/recording/Cassette.ts"
import type { Json, JsonObject } from "../../../src/base/domain/Json.ts"
import type { Cell, FingerprintParts } from "../../../src/base/domain/plan/Plan.ts"
import { fingerprint } from "../../../src/base/domain/plan/fingerprint.ts"
import type { ToolData } from "../../../src/base/domain/plan/Tool.ts"
import { agent } from "../../../src/language/dsl/agent.ts"
import { driver } from "../../../src/language/dsl/driver.ts"
import { server } from "../../../src/language/dsl/server.ts"
import { suite } from "../../../src/language/dsl/suite.ts"
import { parseCassette, stale } from "./parse.ts"
import { olderNotices, schemaAsVersion1 } from "../../../src/engine/cassette/staleness.ts"
import { project, run } from "../../app/project.ts"
import { compiledOf } from "../../suites.ts"

setDefaultTimeout(60_000)

const folder = join(import.meta.dirname, "version1")
const file = join(folder, "weather/asks-for-the-weather/claude-sonnet-4-5.jsonl")
const header: Header = Result.getOrThrow(parseCassette("f", readFileSync(file, "utf8"))).header

/** The catalogue that the recording was made with. */
const byHand = server("weather", {
  command: ["node", "suites/servers/weather/main.js"],
  tools: {
    get_weather: Schema.Struct({
      city: Schema.String,
      day: Schema.optionalKey(Schema.Literals(["today", "tomorrow"])),
      units: Schema.optionalKey(Schema.Literals(["metric", "imperial"]))
    }),
    get_forecast: Schema.Struct({ city: Schema.String, days: Schema.Int })
  }
})

const cellWith = (weather: typeof byHand): Cell =>
  compiledOf(
    suite(
      "weather",
      agent("asks for the weather", {
        model: "claude-sonnet-4-5",
        servers: [weather],
        prompt: header.fingerprint.parts.prompt,
        callTimeout: 2_000
      })
    )
  ).plan.cells[0]!

const unchanged = cellWith(byHand)

/** The same cell with other parts, and the fingerprint that they have. */
const changed = (change: (parts: FingerprintParts) => FingerprintParts): Cell => {
  const behaviour = change(unchanged.behaviour)
  return { ...unchanged, behaviour, fingerprint: fingerprint(behaviour) }
}

const withTools = (change: (tools: ReadonlyArray<ToolData>) => ReadonlyArray<ToolData>): Cell =>
  changed((parts) => ({ ...parts, servers: parts.servers.map((one) => ({ ...one, tools: change(one.tools) })) }))

/** The catalogue as `passhat types` would write it today: sorted, with the server's own schemas and descriptions. */
const listed = (change: (tool: ToolData) => ToolData = (tool) => tool): Cell =>
  withTools((tools) =>
    tools
      .map((tool) => {
        const { additionalProperties: _, ...schema } = tool.input_schema as JsonObject
        const input_schema: Json = { $schema: "https://json-schema.org/draft/2020-12/schema", ...schema }
        return change({ ...tool, input_schema, description: `Does ${tool.name}.`, listed: true })
      })
      .toSorted((a, b) => (a.name < b.name ? -1 : 1))
  )

const sentence = (cell: Cell, recorded = header): string | undefined =>
  Option.getOrUndefined(stale(cell, recorded, "f"))?.sentence

describe("a recording of version 1 is fresh", () => {
  test("if nothing has changed", () => {
    assert.equal(header.version, 1)
    assert.equal(fingerprint(unchanged.behaviour), header.fingerprint.sha256)
    assert.equal(sentence(unchanged), undefined)
  })

  test("if the catalogue was written again from the server's own listing", () => {
    const cell = listed()
    assert.notEqual(cell.fingerprint, header.fingerprint.sha256)
    assert.equal(sentence(cell), undefined)
  })

  test("if only parts were added that version 1 does not have: descriptions, annotations, instructions, sources", () => {
    const cell = withTools((tools) => tools.map((tool) => ({ ...tool, annotations: { readOnlyHint: true } })))
    assert.equal(sentence(cell), undefined)
    const instructed = changed((parts) => ({
      ...parts,
      servers: parts.servers.map((one) => ({ ...one, instructions: "Ask." }))
    }))
    assert.equal(sentence(instructed), undefined)
    const mine = { name: "mine", version: "1" }
    const driven = (sources: object): Cell => changed((parts) => ({ ...parts, driver: { ...mine, ...sources } }))
    const parts = driven({}).behaviour
    const recorded: Header = { ...header, fingerprint: { parts, sha256: fingerprint(parts) } }
    assert.equal(sentence(driven({ sources: [{ path: "agent.ts", sha256: "ab" }] }), recorded), undefined)
  })

  test("if its parts were redacted and the hash is the same, also with a catalogue from a listing", () => {
    const parts = { ...header.fingerprint.parts, prompt: "[REDACTED:API_KEY:01234567]" }
    const redacted: Header = { ...header, fingerprint: { ...header.fingerprint, parts } }
    assert.equal(sentence(unchanged, redacted), undefined)
    assert.equal(sentence(listed(), redacted), undefined)
  })
})

describe("a recording of version 1 is stale", () => {
  const weatherIn = (change: (schema: JsonObject) => JsonObject): Cell =>
    listed((tool) =>
      tool.name === "get_weather" ? { ...tool, input_schema: change(tool.input_schema as JsonObject) } : tool
    )

  test.each<readonly [string, Cell, string]>([
    [
      "if the prompt has changed",
      changed((parts) => ({ ...parts, prompt: "?" })),
      'prompt was "What is the weather in Sacramento, now and tomorrow?" and is now "?"'
    ],
    [
      "if the system prompt has changed",
      changed((parts) => ({ ...parts, system: "Be brief." })),
      'system was absent and is now "Be brief."'
    ],
    [
      "if an option has changed",
      changed((parts) => ({ ...parts, options: { ...parts.options, max_turns: 9 } })),
      "options.max_turns was 10 and is now 9"
    ],
    [
      "if the agent has turns now, which it had not",
      changed((parts) => ({ ...parts, turns: ["And Oslo?"] })),
      'turns was absent and is now ["And Oslo?"]'
    ],
    [
      "if the model has options now, which it had not",
      changed((parts) => ({ ...parts, model_options: { thinking: 4_000 } })),
      'model_options was absent and is now {"thinking":4000}'
    ],
    [
      "if a Schema by hand has changed",
      cellWith(
        server("weather", {
          command: ["node", "suites/servers/weather/main.js"],
          tools: { ...byHandTools(), get_forecast: Schema.Struct({ city: Schema.String, days: Schema.String }) }
        }) as never
      ),
      "servers.weather.tools.get_forecast.input_schema.properties.days.maximum was 9007199254740991 and is now absent; "
    ],
    [
      "if a listed tool is new",
      withTools((tools) => [...tools, { name: "get_tide", input_schema: {}, listed: true }]),
      'servers.weather.tools.get_tide was absent and is now {"input_schema":{}}'
    ],
    [
      "if a listed tool is gone",
      withTools((tools) => tools.slice(0, 1).map((tool) => ({ ...tool, listed: true }))),
      "servers.weather.tools.get_forecast was {"
    ],
    [
      "if a listed argument has another name",
      weatherIn(({ properties, ...schema }) => {
        const { city: town = true, ...others } = properties as JsonObject
        return { ...schema, properties: { ...others, town }, required: ["town"] }
      }),
      'servers.weather.tools.get_weather.input_schema.properties.city was {"type":"string"} and is now absent; ' +
        'servers.weather.tools.get_weather.input_schema.properties.town was absent and is now {"type":"string"}; '
    ],
    [
      "if a listed argument is required now",
      weatherIn((schema) => ({ ...schema, required: ["city", "day"] })),
      'servers.weather.tools.get_weather.input_schema.required[1] was absent and is now "day".'
    ]
  ])("%s", (_, cell, difference) => {
    assert.ok(sentence(cell)?.startsWith(`f is stale: ${difference}`), sentence(cell) ?? "it is fresh")
  })

  function byHandTools() {
    return { get_weather: byHand.tools.get_weather.definition }
  }
})

describe("a part that version 1 does not have gives a notice", () => {
  const hint = "It is replayed by the rules of its version until you record it again with --record."
  const notice = (message: string) => [{ code: "OLDER_CASSETTE", message, hint, advisory: true }]
  const start = "f was recorded by an older passhat, in cassette version 1, which has no checksums"

  test("with the names of the parts", () => {
    assert.deepEqual(
      olderNotices(unchanged, header, "f"),
      notice(`${start}: whether the descriptions and annotations of its tools have changed is not known.`)
    )
    assert.deepEqual(
      olderNotices(listed(), header, "f"),
      notice(`${start}: whether the schemas, descriptions and annotations of its tools have changed is not known.`)
    )
    const driven = changed((parts) => ({
      ...parts,
      servers: [],
      driver: { name: "mine", version: "1", sources: [] }
    }))
    assert.deepEqual(
      olderNotices(driven, header, "f"),
      notice(`${start}: whether the sources of its driver have changed is not known.`)
    )
    assert.deepEqual(
      olderNotices(
        changed((parts) => ({ ...parts, servers: [] })),
        header,
        "f"
      ),
      notice(`${start}.`)
    )
  })

  test("only for a recording of version 1", () => {
    assert.deepEqual(olderNotices(listed(), { ...header, version: 3 }, "f"), [])
  })
})

test("a schema with anyOf, allOf or $ref is not reduced to the names of its arguments", () => {
  const plain = { type: "object", properties: { a: {} } }
  for (const combined of [{ anyOf: [plain] }, { allOf: [plain] }, { $ref: "#/$defs/A" }, true]) {
    assert.equal(schemaAsVersion1(combined, plain), combined)
    assert.equal(schemaAsVersion1(plain, combined), plain)
  }
  const empty = { type: "object", additionalProperties: { not: {} } }
  assert.equal(schemaAsVersion1(empty, { type: "object", properties: { b: false, c: { not: {} } } }), empty)
  assert.notDeepEqual(schemaAsVersion1(empty, plain), empty)
})

test("a driver of version 1 has no sources, and its name and version are compared", () => {
  const one = (version: string): Cell =>
    compiledOf(suite("s", agent("a", { driver: driver("d", version, () => ""), servers: [], prompt: "p" }))).plan
      .cells[0]!
  const recorded: Header = {
    ...header,
    agent: "a",
    model: "d",
    fingerprint: { parts: one("1").behaviour, sha256: one("1").fingerprint }
  }
  assert.equal(sentence(one("1"), recorded), undefined)
  assert.equal(sentence(one("2"), recorded), 'f is stale: driver.version was "1" and is now "2".')
})

describe("the suites of this repository, with their recordings of version 1", () => {
  const judged = (name: string, cassettes: ReadonlyArray<string>) => {
    const { code, stderr, stdout } = run(`suites/${name}.ts`, ["--reporter", "json", ...cassettes])
    assert.equal(stderr, "")
    const report = JSON.parse(stdout)
    const [cell] = report.suites[0].cells
    const codes = [...report.suites[0].issues, ...cell.issues].map((issue: { readonly code: string }) => issue.code)
    const gates = cell.gates.map(({ id, verdict }: { readonly id: string; readonly verdict: string }) => [id, verdict])
    return { code, codes, gates, verdict: report.verdict }
  }

  test.each(["weather", "invoice"])("%s has the same verdicts, and a notice", (name) => {
    const [older, now] = [judged(name, ["--cassettes", folder]), judged(name, [])]
    assert.deepEqual(older.codes, ["OLDER_CASSETTE"])
    assert.deepEqual(older, { ...now, codes: ["OLDER_CASSETTE"] })
    assert.deepEqual(now.codes, [])
  })

  test("a changed prompt has no verdict", () => {
    using user = project()
    user.edit("suites/weather.ts", (text) => text.replace("now and tomorrow", "today"))
    const { code, stdout } = user.run("suites/weather.ts", ["--cassettes", folder])
    assert.equal(code, 2)
    assert.match(stdout, /STALE_CASSETTE: .* is stale: prompt was/)
  })
})
