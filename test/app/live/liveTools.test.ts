/**
 * What the author of a server sees when the recorded model meets the server as it is today.
 */
import { describe, setDefaultTimeout, test } from "bun:test"
import assert from "node:assert/strict"
import { project } from "../project.ts"

setDefaultTimeout(60_000)

const suite = "suites/weather.ts"
const cassette = "cassettes/weather/asks-for-the-weather/claude-sonnet-4-5.jsonl"

/** In a project whose servers answer as they would after a bad change; with none, as they always did. */
const liveTools = async (change: string) => {
  using user = project()
  user.edit("suites/servers/serve.js", (text) => text.replace('process.env.BREAK ?? ""', JSON.stringify(change)))
  const before = user.read(cassette)
  const { code, stdout } = await user.start(suite, ["--live-tools", "--runs", "2"]).finished
  assert.equal(user.read(cassette), before)
  return { code, stdout }
}

/** The change, and lines of the report: the call, the path, the old value and the new one; then what the gates say. */
const changes: ReadonlyArray<readonly [what: string, change: string, lines: ReadonlyArray<string>]> = [
  [
    "every call fails",
    "error",
    [
      "Call toolu_r1_t1_1 (weather.get_weather): is_error was false and is now true.",
      "Call toolu_r2_t1_2 (weather.get_weather): content[0].text was ",
      'and is now "Out of order.".',
      "RESULT_SAME: 0 of 2 results are as recorded.",
      "tool_results[0].is_error is true, expected equal to false"
    ]
  ],
  [
    "a field has another name",
    "rename",
    [
      'Call toolu_r1_t1_1 (weather.get_weather): structured.sky was "clear" and is now absent.',
      'Call toolu_r2_t1_2 (weather.get_weather): structured.sky_v2 was absent and is now "clear".',
      'tool_results[0].structured.sky is absent, expected equal to "clear"'
    ]
  ],
  [
    "no call is answered",
    "hang",
    [
      "Call toolu_r1_t1_1 (weather.get_weather): timed_out was false and is now true.",
      "tool_results[0].is_error is true, expected equal to false"
    ]
  ]
]

describe.concurrent("--live-tools needs no key, leaves the cassette as it is, and", () => {
  test("is green where the server answers as it did", async () => {
    const { code, stdout } = await liveTools("")
    assert.equal(code, 0)
    assert.match(stdout, /PASS {2}2 runs: asks for the weather #1-#2\n +RESULT_SAME: 2 of 2 results are as recorded\./)
  })

  test.each(changes)("is red where %s, and says what was and what is", async (_, change, lines) => {
    const { code, stdout } = await liveTools(change)
    assert.equal(code, 1)
    for (const line of lines) assert.ok(stdout.includes(line), `${line} is not in\n${stdout}`)
  })
})
