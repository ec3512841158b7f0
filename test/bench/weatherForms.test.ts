import { afterAll, describe, test } from "bun:test"
import assert from "node:assert/strict"
import { WEATHER_SUITES } from "../../bench/contestants.ts"
import { writeWeatherForms } from "../../bench/workload/weather/write.ts"
import { project } from "../app/project.ts"

const home = project()
afterAll(() => home[Symbol.dispose]())
writeWeatherForms(home.folder)

describe("the other forms of the weather suite", () => {
  test.each([
    ["ownDriver", "weather-own-driver/asks-for-the-weather/asker"],
    ["handWritten", "weather-hand-written/asks-for-the-weather/claude-sonnet-4-5"]
  ])("%s is judged on the five runs of the shipped suite", (name, cell) => {
    const shipped = home.run("suites/weather.ts", ["--reporter", "json"])
    const other = home.run(`${WEATHER_SUITES}/${name}.ts`, ["--reporter", "json"])
    assert.equal(other.code, 0, other.stdout + other.stderr)
    assert.deepEqual(measuredIn(other.stdout), measuredIn(shipped.stdout))

    home.editRecording(`cassettes/${cell}.jsonl`, (text) => text.replaceAll('"sky":"clear"', '"sky":"cloudy"'))
    const spoilt = home.run(`${WEATHER_SUITES}/${name}.ts`)
    assert.equal(spoilt.code, 1, spoilt.stdout + spoilt.stderr)
  })

  test("the recording of a user's driver has traces and no exchanges", () => {
    const [, ...lines] = home
      .read("cassettes/weather-own-driver/asks-for-the-weather/asker.jsonl")
      .trimEnd()
      .split("\n")
    const runs = lines.slice(0, -1).map((line) => JSON.parse(line))
    assert.deepEqual(
      runs.map(({ exchanges, index, trace }) => [index, exchanges.length, trace.tool_calls.length > 0]),
      [1, 2, 3, 4, 5].map((index) => [index, 0, true])
    )
  })
})

/** What each gate measured, whatever the suite is called and wherever the gate is written. */
const measuredIn = (report: string): ReadonlyArray<unknown> => {
  const { suites } = JSON.parse(report)
  const { gates } = suites[0].cells[0]
  assert.ok(gates.length > 0)
  return gates.map(({ source: _, ...measured }: { readonly source: unknown }) => measured)
}
