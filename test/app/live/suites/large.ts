/**
 * Agents that are given results of 16 MiB. When it ends, the process writes what it took to the file that MEASURED names.
 */
import { readFileSync, writeFileSync } from "node:fs"
import process from "node:process"
import { agent, equals, expect, main, runs, server, suite } from "passhat"
import { Schema } from "passhat/schema"

const kinds = ["rows", "base64", "percent", "escapes", "structured"]

const large = server("large", {
  command: ["node", "test/app/live/largeServer.js"],
  env: { SERVICE_TOKEN: process.env["SERVICE_TOKEN"] ?? "" },
  tools: Object.fromEntries(kinds.map((kind) => [kind, Schema.Struct({})]))
})

const reads = (name: string, prompt = name) =>
  agent(`reads ${name}`, { model: "claude-sonnet-4-5", servers: [large], prompt })

const largeSuite = suite(
  "large",
  ...kinds.map((kind) => reads(kind).pipe(runs(1), expect("stop_reason", equals("end_turn")))),
  reads("in parallel", "rows rows rows rows").pipe(runs(2), expect("stop_reason", equals("end_turn")))
)

const { MEASURED } = process.env
if (MEASURED !== undefined) {
  process.on("exit", () => {
    const peak = Number(/VmHWM:\s*(\d+) kB/.exec(readFileSync("/proc/self/status", "utf8"))?.[1]) / 1024
    const { system, user } = process.cpuUsage()
    writeFileSync(MEASURED, JSON.stringify({ peak_mib: Math.round(peak), cpu_ms: Math.round((user + system) / 1000) }))
  })
}

export default largeSuite
await main(import.meta, largeSuite)
