import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import { compareResults } from "../../../src/layers/liveTools/compareResults.ts"
import { asked, model, recorded, says, sunny, tool } from "../../cells.ts"

const failed = { ...sunny, is_error: true }
const run = (...answers: ReadonlyArray<typeof sunny>) => {
  const calls = answers.map((_, at) => asked("", "get_weather", { at }))
  return recorded(1, model(says("", ...calls)), ...answers.map((answer, at) => tool(calls[at]!, answer)))
}
const messages = (...[before, after]: Parameters<typeof compareResults>) =>
  compareResults(before, after).map(({ message }) => message)

describe("live results of calls with repeated ids", () => {
  test("are each compared with the recorded result of the same call", () => {
    assert.deepEqual(messages(run(failed, sunny), run(failed, sunny)), ["2 of 2 results are as recorded."])
    assert.deepEqual(messages(run(sunny, failed), run(failed, failed)), [
      "Call  (weather.get_weather): is_error was false and is now true.",
      "1 of 2 results are as recorded."
    ])
  })
})
