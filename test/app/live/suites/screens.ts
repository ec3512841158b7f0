/**
 * Agents that look at a screen, hear a sound and read a manual: built in on three kinds of models, async, and in another process.
 */
import { createHash } from "node:crypto"
import { appendFileSync } from "node:fs"
import { agent, command, driver, equals, expect, main, Model, server, type Session, suite } from "passhat"
import { Schema } from "passhat/schema"

const { SERVICE_TOKEN = "", STANDIN_URL = "", SEEN_LOG = "" } = process.env

/** Starts sooner than Node. */
const bun = "node_modules/.bin/bun"

const screen = server("screen", {
  command: [bun, "test/app/live/screenServer.js"],
  env: { SERVICE_TOKEN },
  tools: { screenshot: Schema.Struct({}), sound: Schema.Struct({}), manual: Schema.Struct({}) }
})

const sha256 = (base64: unknown): string =>
  createHash("sha256")
    .update(Buffer.from(String(base64), "base64"))
    .digest("hex")

const looks = driver("looks", "1", async ({ call }: Session) => {
  const shot: any = await call("screenshot")
  const sound: any = await call("sound")
  const manual: any = await call("manual")
  const seen = [shot.content[1].data, sound.content[0].data, manual.content[0].resource.blob]
  appendFileSync(SEEN_LOG, seen.map((data) => `driver ${sha256(data)}\n`).join(""))
  return "I looked."
})

const task = { servers: [screen], prompt: "What is on the screen?" }
const judged = expect("tool_results[0].content[1].bytes", equals(Number(process.env["PNG_BYTES"])))

const screens = suite(
  "screens",
  agent("looks", {
    ...task,
    models: [
      "claude-sonnet-4-5",
      "gpt-5",
      Model.openaiCompatible({ baseUrl: `${STANDIN_URL}/v1`, model: "llava", apiKeyEnv: "OPENAI_API_KEY" })
    ]
  }).pipe(judged),
  agent("drives", { ...task, driver: looks }).pipe(judged),
  agent("is a program", {
    ...task,
    driver: command([bun, "test/app/live/screenAgent.js"], { name: "screenAgent.js" })
  }).pipe(judged)
)

export default screens
await main(import.meta, screens)
