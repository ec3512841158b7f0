/**
 * Agents of every kind that meet a hung tool: each gives the call up with a timer of its own and asks again, or crashes.
 */
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client"
import * as Effect from "effect/Effect"
import { agent, command, type Drive, driver, fault, faults, hang, main, recovery, suite } from "passhat"
import { weather } from "./weather.ts"

/** Longer than a loaded machine keeps passhat from seeing a call: one that is given up before that was never made. */
const PATIENCE = 2_000
const TOOL = "weather/get_weather"
const city = { city: "Sacramento" }

const asynchronous: Drive = async ({ call }) => {
  await call(TOOL, city, { signal: AbortSignal.timeout(PATIENCE) }).catch(() => undefined)
  return `${(await call(TOOL, city)).is_error}`
}

const effectful: Drive = ({ callEffect }) =>
  callEffect(TOOL, city).pipe(
    Effect.timeout(PATIENCE),
    Effect.retry({ times: 1 }),
    Effect.map(({ is_error }) => `${is_error}`)
  )

/** As a framework does: through its own MCP client, which tells the server that it gave up. */
const framework: Drive = async ({ mcp }) => {
  const { headers, url } = await mcp
  const client = new Client({ name: "framework", version: "1" })
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }))
  const params = { name: "weather__get_weather", arguments: city }
  await client.callTool(params, { timeout: PATIENCE }).catch(() => undefined)
  const { isError } = await client.callTool(params)
  await client.close()
  return `${isError}`
}

const crash: Drive = async ({ call }) => {
  await call(TOOL, city, { signal: AbortSignal.timeout(PATIENCE) })
  return "not reached"
}

const crashingEffect: Drive = ({ callEffect }) => Effect.as(Effect.timeout(callEffect(TOOL, city), PATIENCE), "no")

const python = (...args: ReadonlyArray<string>) =>
  command(["python3", "test/engine/layers/live/command/agents/impatient.py", String(PATIENCE / 1_000), ...args])

const hung = fault("hung", weather.tools.get_weather, hang, { onCall: 1 })
const cases = {
  async: driver("async", "1", asynchronous),
  effect: driver("effect", "1", effectful),
  framework: driver("framework", "1", framework),
  command: python(),
  "async crash": driver("crash", "1", crash),
  "effect crash": driver("effect-crash", "1", crashingEffect),
  "command crash": python("crash")
}

const ownTimers = suite(
  "own timers",
  ...Object.entries(cases).map(([name, its]) =>
    agent(name, { driver: its, servers: [weather], prompt: "Sacramento", callTimeout: "1 hour" }).pipe(
      faults(hung),
      recovery({ from: hung, maxDetection: "1 minute" })
    )
  )
)

export default ownTimers
await main(import.meta, ownTimers)
