/**
 * A suite of as many runs as it is told, which measures its own process after every so many of them.
 */
import { join } from "node:path"
import { after, agent, call, equals, expect, main, runs, server, suite, tool, trajectory } from "passhat"
import { measure } from "./measure.js"

const { EVERY = "1", RUNS = "1", SIZE = "1" } = process.env

const echo = server("echo", {
  command: ["sh", join(import.meta.dirname, "server.sh")],
  env: { SIZE },
  tools: { echo: tool<{}>({ inputSchema: { type: "object", properties: {} } }) }
})

let done = 0

const livingSuite = suite(
  "living",
  agent("echoes", { model: "claude-sonnet-4-5", servers: [echo], prompt: "Echo." }).pipe(
    runs(Number(RUNS)),
    // The servers of the run have ended by then, and no other run goes on.
    after(async () => (++done % Number(EVERY) === 0 ? measure(done) : undefined)),
    trajectory("strict", call(echo.tools.echo)),
    expect("stop_reason", equals("end_turn"))
  )
)

export default livingSuite
await main(import.meta, livingSuite)
