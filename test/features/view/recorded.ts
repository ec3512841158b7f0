/**
 * A project whose agent waits in the middle of each run until the test lets that run go on, recorded by a real process.
 */
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { emptyProject, type Started, startPasshat } from "../../app/project.ts"

export const SECRET = "s3cr3t-0123456789-abcdef"
export const CASSETTE = "cassettes/parcels/finds-parcels/own.jsonl"

/** The address of its cell on the page. */
export const CELL = "#/parcels/finds-parcels/own"

const suiteText = (runs: number, note: string): string => `
import { McpServer } from "@modelcontextprotocol/server"
import { existsSync } from "node:fs"
import { setTimeout } from "node:timers/promises"
import { agent, driver, equals, expect, main, runs, server, suite, tool } from "passhat"

const schema = { type: "object", properties: { city: { type: "string" }, key: { type: "string" } } } as const
const found = async (_: unknown) => ({ content: [{ type: "text" as const, text: "found" }] })

const parcels = server("parcels", {
  inMemory: () => {
    const made = new McpServer({ name: "parcels", version: "1.0.0" })
    made.registerTool("find", {}, found)
    return made
  },
  tools: { find: tool<{ city?: string; key?: string }>({ inputSchema: schema }) }
})

const own = driver("own", "1", async (session) => {
  await session.call("parcels/find", { city: ${JSON.stringify(note)}, key: process.env["PARCEL_API_KEY"] ?? "" })
  while (!existsSync(\`\${process.env["GATE"]}/\${session.run}\`)) await setTimeout(10)
  session.usage({ input: 100, output: 10 })
  return "Found " + ${JSON.stringify(note)} + "."
})

const parcelSuite = suite(
  "parcels",
  agent("finds parcels", { driver: own, servers: [parcels], prompt: "Find it." }).pipe(
    runs(${runs}),
    expect("stop_reason", equals("end_turn"))
  )
)

export default parcelSuite
await main(import.meta, parcelSuite)
`

export const recordedProject = (runs: number, note = "Oslo") => {
  const user = emptyProject({ "package.json": `{ "type": "module" }\n`, "suites/parcels.ts": suiteText(runs, note) })
  const gate = join(user.folder, ".gate")
  mkdirSync(gate)
  const env = { GATE: gate, PARCEL_API_KEY: SECRET }
  return {
    ...user,
    env,
    /** Lets a run come to its end. */
    release: (run: number): void => writeFileSync(join(gate, String(run)), ""),
    record: (concurrency = 4): Started =>
      startPasshat("bun", ["run", "suites/parcels.ts", "--record", "--concurrency", String(concurrency), "--quiet"], {
        cwd: user.folder,
        env
      })
  }
}
