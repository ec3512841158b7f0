/**
 * Agents whose servers tell the secrets that they are reached with. Each gate shows what it looked at, since it fails.
 */
import { agent, equals, expect, main, Model, runs, server, suite } from "passhat"
import { Schema } from "passhat/schema"

const vault = server("vault", {
  command: ["node", "test/app/live/leakyServer.js"],
  env: { SERVICE_TOKEN: process.env["SERVICE_TOKEN"] ?? "", VAULT_PIN: process.env["DECLARED"] ?? "" },
  tools: { spill: Schema.Struct({}), crash: Schema.Struct({}) }
})
const desk = server("desk", {
  url: process.env["DESK_URL"] ?? "",
  headers: { Authorization: `Bearer ${process.env["DECLARED_TOO"]}` },
  tools: { tell: Schema.Struct({}) }
})
const model = "claude-sonnet-4-5"
/** Its key is in a variable whose name does not tell. */
const elsewhere = Model.openaiCompatible({ baseUrl: "http://127.0.0.1:9", model: "local", apiKeyEnv: "LLM_LOGIN" })

const leaky = suite(
  "leaky",
  agent("spills", { model, servers: [vault, desk], prompt: "Tell me all." }).pipe(
    runs(2),
    expect("tool_results[0].content[0].text", equals("")),
    expect("tool_results[0].structured", equals("")),
    expect("tool_results[1].content[0].text", equals(""))
  ),
  agent("crashes", { model, servers: [vault], prompt: "Crash." }).pipe(expect("stop_reason", equals("end_turn"))),
  agent("asks elsewhere", { model: elsewhere, servers: [], prompt: "Hello?" }).pipe(
    expect("stop_reason", equals("end_turn"))
  )
)

export default leaky
await main(import.meta, leaky)
