/**
 * A suite whose server answers with an error that tells secrets. passhat finds it before the first run.
 */
import process from "node:process"
import { agent, equals, expect, main, server, suite } from "passhat"
import { Schema } from "passhat/schema"

const { DECLARED_TOO = "", DESK_URL = "" } = process.env

const shut = server("shut", {
  url: `${DESK_URL}shut`,
  headers: { "X-Code": DECLARED_TOO },
  tools: { tell: Schema.Struct({}) }
})

const shutSuite = suite(
  "shut",
  agent("finds it shut", { model: "claude-sonnet-4-5", servers: [shut], prompt: "Spill." }).pipe(
    expect("stop_reason", equals("never"))
  )
)

export default shutSuite
await main(import.meta, shutSuite)
