/**
 * RUNS live runs of two answers and a call between them, on one server that all of them share. Notes the time and the processor time
 * of this process after WARM runs and after the last one, and with EVERY its memory and descriptors as well.
 */
import { appendFileSync } from "node:fs"
import { join } from "node:path"
import process from "node:process"
import { after, agent, equals, expect, main, runs, server, suite, tool } from "passhat"
import { measure } from "../../../soak/longLife/measure.js"

const { EVERY = "0", NOTED = "", RUNS = "1", WARM = "0" } = process.env
const [all, warm, every] = [Number(RUNS), Number(WARM), Number(EVERY)]

const echo = server("echo", {
  command: ["sh", join(import.meta.dirname, "../../../soak/longLife/server.sh")],
  env: { SIZE: "1" },
  shared: true,
  tools: { echo: tool<{}>({ inputSchema: { type: "object", properties: {} } }) }
})

const note = (done: number): void => {
  const { system, user } = process.cpuUsage()
  appendFileSync(
    NOTED,
    `${JSON.stringify({ done, wallMs: performance.now(), processorMs: (user + system) / 1_000 })}\n`
  )
}

let done = 0

const live = suite(
  "live",
  agent("echoes", { model: "claude-sonnet-4-5", servers: [echo], prompt: "Echo." }).pipe(
    runs(all),
    after(() => {
      done++
      if (done === warm || done === all) note(done)
      return every > 0 && done % every === 0 ? measure(done) : undefined
    }),
    expect("stop_reason", equals("end_turn"))
  )
)

export default live
await main(import.meta, live)
