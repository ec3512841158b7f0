/**
 * A suite that cannot be compiled, and says a secret about it.
 */
import { readFileSync } from "node:fs"
import process from "node:process"
import { agent, equals, expect, main, server, suite } from "passhat"
import { Schema } from "passhat/schema"

const { TEXTS_FILE = "" } = process.env
const texts: Readonly<Record<string, string>> = JSON.parse(readFileSync(TEXTS_FILE, "utf8"))

const vault = server("vault", { command: ["node", "server.js"], tools: { spill: Schema.Struct({}) } })

const broken = suite(
  "broken",
  agent("is no agent", {
    model: `no model ${texts["model"]}` as "claude-sonnet-4-5",
    servers: [vault],
    prompt: texts["prompt"] ?? ""
  }).pipe(expect("stop_reason", equals("never")))
)

export default broken
await main(import.meta, broken)
