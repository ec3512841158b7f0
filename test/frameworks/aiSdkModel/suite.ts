/**
 * A suite on models of the AI SDK, at the address of STANDIN_URL. A replay needs neither the address nor a key.
 */
import { createAnthropic } from "@ai-sdk/anthropic"
import { createOpenAICompatible } from "@ai-sdk/openai-compatible"
import {
  agent,
  call,
  equals,
  expect,
  main,
  Model,
  runs,
  server,
  subset,
  suite,
  tool,
  toolSelection,
  trajectory
} from "passhat"

const baseURL = `${process.env.STANDIN_URL ?? "http://127.0.0.1:1"}/v1`
const gateway = createOpenAICompatible({ name: "gateway", baseURL, includeUsage: true })
const anthropic = createAnthropic({ baseURL, apiKey: process.env.STANDIN_KEY ?? "" })

export const weather = server("weather", {
  command: ["node", "../../../suites/servers/weather/main.js"],
  tools: { get_weather: tool<{ readonly city: string }>({ inputSchema: { type: "object" } }) }
})

const onTheSdk = suite(
  "AI SDK",
  agent("asks for the weather", {
    models: [
      Model.aiSdk(gateway("llama-4")),
      Model.aiSdk(gateway("llama-4"), { label: "seeded", seed: 7, topP: 0.9, toolChoice: "auto" }),
      Model.aiSdk(anthropic("claude-sonnet-4-5"), { headers: { "x-team": "a-secret-team-name" } })
    ],
    servers: [weather],
    prompt: "What is the weather in Sacramento?"
  }).pipe(
    runs(2),
    toolSelection(weather.tools.get_weather, { minSelectionRate: 1 }),
    trajectory("subsequence", call(weather.tools.get_weather, subset({ city: "Sacramento" }))),
    expect("stop_reason", equals("end_turn"))
  )
)

export default onTheSdk
await main(import.meta, onTheSdk)
