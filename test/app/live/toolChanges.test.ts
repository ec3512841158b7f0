/**
 * Tools that are listed otherwise than when they were recorded: by a replay, by --live-tools and by --record=missing, with a
 * real server over stdio.
 */
import { describe, setDefaultTimeout, test } from "bun:test"
import assert from "node:assert/strict"
import { shippedScripts } from "../../standin/shipped.ts"
import { project } from "../project.ts"
import { studio } from "./studio.ts"

setDefaultTimeout(60_000)

const suite = "suites/weather.ts"
const server = "suites/servers/weather/main.js"
const catalogue = "suites/servers/weather.ts"
const twice = ["--runs", "2"]
const cassette = "cassettes/weather/asks-for-the-weather/claude-sonnet-4-5.jsonl"

type Project = ReturnType<typeof project>
type Change = readonly [what: string, from: string, to: string, sentence: string]

const description: Change = [
  "a description",
  "The weather in a city, today or tomorrow.",
  "The weather in any city. Ask it twice.",
  "weather.get_weather is not listed as recorded: its description has changed."
]
const schema: Change = [
  "an input schema",
  "z.int().min(1).max(14)",
  "z.int().min(1).max(7)",
  "weather.get_forecast is not listed as recorded: its input schema has changed."
]
const annotation: Change = [
  "an annotation",
  "get_weather: {",
  "get_weather: { annotations: { readOnlyHint: true },",
  'weather.get_weather is not listed as recorded: annotations was absent and is now {"readOnlyHint":true}.'
]
const added: Change = [
  "a new tool",
  'serve("weather", {',
  'serve("weather", { get_tide: tide,',
  "weather.get_tide is new."
]
const gone: Change = ["a tool that is gone", "get_forecast: {", "get_outlook: {", "weather.get_forecast is gone."]

const changed = (user: Project, ...changes: ReadonlyArray<Change>): void =>
  user.edit(server, (text) => {
    const tide = `const tide = { description: "Tides.", inputSchema: z.object({}), answer: () => failure("dry") }\n`
    return changes.reduce(
      (before, [, from, to]) => {
        assert.ok(before.includes(from))
        return before.replace(from, to)
      },
      text.replace("\nserve(", `\n${tide}serve(`)
    )
  })

/** The notices of a change in an output. */
const told = (stdout: string, [, , , sentence]: Change): number => stdout.split(`TOOL_CHANGED: ${sentence}`).length - 1

describe.concurrent("a changed catalogue makes the recording stale, and the message shows", () => {
  test.each([
    [
      "the description",
      "The weather in a city, today or tomorrow.",
      "Weather.",
      'servers.weather.tools.get_weather.description was "The weather in a city, today or tomorrow." and is now "Weather.".'
    ],
    [
      "the annotations",
      "get_weather: tool<{",
      "get_weather: annotated<{",
      'servers.weather.tools.get_weather.annotations was absent and is now {"readOnlyHint":true}.'
    ]
  ])("%s", async (_, from, to, sentence) => {
    using user = project()
    user.edit(catalogue, (text) =>
      text
        .replace(from, to)
        .replace(
          "\nexport",
          "\nconst annotated: typeof tool = (listing) => tool({ ...listing, annotations: { readOnlyHint: true } })\nexport"
        )
    )
    const { code, stdout } = user.run(suite)
    assert.equal(code, 2, stdout)
    assert.ok(stdout.includes(`STALE_CASSETTE: ${cassette} is stale: ${sentence}`), stdout)
  })
})

describe.concurrent("--live-tools", () => {
  const each = [description, schema, annotation, added, gone].map((change) => [change[0], change] as const)
  test.each(each)("has no verdict after %s", async (_, change) => {
    using user = project()
    changed(user, change)
    user.edit(suite, (text) => text.replace("steady,", ""))
    const before = user.read(cassette)
    const { code, stdout } = await user.start(suite, ["--live-tools", "--runs", "1"]).finished
    assert.equal(code, 2, stdout)
    assert.equal(told(stdout, change), 1, stdout)
    assert.ok(!stdout.includes("\nPASS"), stdout)
    assert.equal(user.read(cassette), before)
  })

  test.each([
    ["the tool", "weather.tools.get_weather", 0],
    ["its server", "weather", 0],
    ["a tool of that name", 'anyServer("get_weather")', 0],
    ["another tool", "weather.tools.get_forecast", 2]
  ])("with allowDrift of %s after a change of get_weather, %s: exit %i", async (_, allowed, exit) => {
    using user = project()
    changed(user, description)
    user.edit(suite, (text) =>
      text
        .replace("import { agent,", "import { agent, allowDrift, anyServer,")
        .replace("steady,", `allowDrift(${allowed}),`)
    )
    const { code, stdout } = await user.start(suite, ["--live-tools", "--runs", "1"]).finished
    assert.equal(code, exit, stdout)
    assert.match(stdout, /TOOL_CHANGED: weather\.get_weather is not listed as recorded: its description has changed\./)
  })

  test("compares nothing in a replay, since it opens no server", () => {
    using user = project()
    changed(user, description)
    const { code, stdout } = user.run(suite)
    assert.equal(code, 0, stdout)
    assert.ok(!stdout.includes("TOOL_CHANGED"))
  })
})

test("--record gives a notice where a server changes a description between two runs", async () => {
  await using place = await studio({ scripts: shippedScripts })
  using user = project()
  user.edit(server, (text) =>
    text
      .replace("import { z }", 'import { appendFileSync, readFileSync } from "node:fs"\nimport { z }')
      .replace("\nserve(", '\nappendFileSync("starts", "x")\nconst starts = readFileSync("starts").length\nserve(')
      .replace('description: "The weather', 'description: (starts > 2 ? "New: " : "") + "The weather')
  )
  const { code, stdout } = await user.start(suite, ["--record", "--concurrency", "1", ...twice], { env: place.env })
    .finished
  assert.equal(code, 0, stdout)
  // Before the first run it is asked once whether it answers at all.
  assert.equal(user.read("starts"), "xxx")
  assert.equal(told(stdout, description), 1, stdout)
})

describe.concurrent("--record=missing", () => {
  const missing = ["--record=missing", "--concurrency", "1", ...twice]
  const withoutTheSecond = (user: Project): void =>
    user.editRecording(cassette, (text) => `${text.split("\n").slice(0, 2).join("\n")}\n`)

  test.each([
    ["a description, an input schema and a new tool", [description, schema, added]],
    ["an annotation and a tool that is gone", [annotation, gone]]
  ])("gives a notice after %s, and --live-tools has no verdict afterwards, for each", async (_, changes) => {
    await using place = await studio({ scripts: shippedScripts })
    using user = project()
    withoutTheSecond(user)
    changed(user, ...changes)
    const recorded = await user.start(suite, missing, { env: place.env }).finished
    assert.equal(recorded.code, 0, recorded.stdout + recorded.stderr)
    assert.equal(user.read(cassette).trimEnd().split("\n").length, 4)
    const live = await user.start(suite, ["--live-tools", ...twice]).finished
    assert.equal(live.code, 2)
    for (const change of changes) {
      assert.equal(told(recorded.stdout, change), 1, recorded.stdout)
      assert.equal(told(live.stdout, change), 1, live.stdout)
    }
  })

  test("gives no notice where the server lists what it did", async () => {
    await using place = await studio({ scripts: shippedScripts })
    using user = project()
    withoutTheSecond(user)
    const { code, stdout } = await user.start(suite, missing, { env: place.env }).finished
    assert.equal(code, 0, stdout)
    assert.ok(!stdout.includes("TOOL_CHANGED"), stdout)
  })
})
