import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import type { ToolAnswer } from "../../../../src/base/domain/recording/Cassette.ts"
import { compareResults } from "../../../../src/engine/layers/liveTools/compareResults.ts"
import { asked, model, recorded, says, sunny, tool } from "../../../cells.ts"

const failed = { ...sunny, is_error: true }
const run = (...answers: ReadonlyArray<ToolAnswer>) => {
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

  test("are the same if only what the server tells its client differs", () => {
    const [before, after] = [1, 2].map((took) => run({ ...sunny, _meta: { took } }))
    assert.deepEqual(messages(before!, after!), ["1 of 1 results are as recorded."])
  })
})
