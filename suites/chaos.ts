/**
 * One agent under every kind of fault, on each of its tools: a cell each, and a table of what it made of them.
 */
import {
  agent,
  denied,
  disconnect,
  error,
  faultMatrix,
  hang,
  main,
  malformed,
  misleading,
  rateLimited,
  recoverAfter,
  replyAfterCancel,
  schemaDrift,
  slow,
  suite,
  truncated,
  wedged
} from "passhat"
import { weather } from "./servers/weather.ts"

const { get_forecast, get_weather } = weather.tools

const planner = agent("plans a picnic", {
  model: "claude-sonnet-4-5",
  servers: [weather],
  prompt: "Is tomorrow a good day for a picnic in Sacramento?"
})

const chaosSuite = suite(
  "chaos",
  ...faultMatrix(
    planner,
    [
      hang,
      wedged,
      slow("2 seconds"),
      slow("4 seconds"),
      recoverAfter(1),
      replyAfterCancel("4 seconds"),
      error("500 Internal Server Error"),
      rateLimited("2 seconds"),
      denied,
      malformed,
      truncated,
      disconnect,
      schemaDrift,
      misleading("Success: no weather was found, and none will be.")
    ],
    [get_weather, get_forecast],
    { maxDetection: "3 seconds", maxRecovery: "10 seconds" }
  )
)

export default chaosSuite
await main(import.meta, chaosSuite)
