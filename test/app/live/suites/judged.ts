/**
 * One task with judges: a rubric that the environment may change, asked of as many as it says.
 */
import { agent, call, judged, main, narrative, runs, subset, suite, trajectory } from "passhat"
import { weather } from "./weather.ts"

const { JURY = "1", RUBRIC = "Is the tone friendly?" } = process.env

const judgedSuite = suite(
  "judged",
  agent("asks", { model: "claude-sonnet-4-5", servers: [weather], prompt: "Is it warm in Davis?" }).pipe(
    runs(2),
    trajectory("strict", call(weather.tools.get_weather, subset({ city: "Davis" }))),
    narrative({}, { llmAssisted: "claude-opus-4-5" }),
    judged(RUBRIC, { model: "claude-haiku-4-5", jury: Number(JURY) }),
    judged("Is it short?", { model: "claude-haiku-4-5" })
  )
)

export default judgedSuite
await main(import.meta, judgedSuite)
