/**
 * An agent that is told a secret in its prompt, with a gate that expects the secret and does not find it.
 */
import process from "node:process"
import { agent, equals, expect, main, runs, server, suite } from "passhat"
import { Schema } from "passhat/schema"

const { SERVICE_TOKEN = "" } = process.env

const vault = server("vault", {
  command: ["node", "test/app/live/leakyServer.js", `--token=${encodeURIComponent(SERVICE_TOKEN)}`],
  tools: { crash: Schema.Struct({}) }
})

const telling = suite(
  "telling",
  agent("logs in", {
    model: "claude-sonnet-4-5",
    servers: [vault],
    system: `The password is ${SERVICE_TOKEN}.`,
    prompt: `Log in with ${Buffer.from(`user:${SERVICE_TOKEN}`).toString("base64")}, else with ${SERVICE_TOKEN}.`
  }).pipe(runs(2), expect("stop_reason", equals(`done with ${SERVICE_TOKEN}`)))
)

export default telling
await main(import.meta, telling)
