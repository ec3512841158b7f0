/**
 * A healthy weather server over each transport: injected faults have to give the same marks over all of them.
 */
import { McpServer } from "@modelcontextprotocol/server"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { root } from "../../bench/runtimes.ts"
import type { Connection } from "../../src/engine/services/Connection.ts"

const names = ["get_weather", "get_forecast"]
const reached = { name: "weather", shared: true } as const

/** The connections by the name of their transport. Ended by `await using`. */
export const transports = async () => {
  const folder = mkdtempSync(join(tmpdir(), "passhat-transports-"))
  const file = join(folder, "tools.json")
  const tool = { inputSchema: { type: "object" }, response: { content: "sunny", structuredContent: { celsius: 21 } } }
  writeFileSync(file, JSON.stringify({ tools: names.map((name) => ({ name, ...tool })) }))
  const mock = [join(root, "dist/doors/passhat.js"), "mock", "--tools-from", file]
  const overHttp = spawn("node", [...mock, "--http", "0"], { stdio: ["ignore", "ignore", "pipe"] })
  const [chunk] = await once(overHttp.stderr, "data")
  const url = /http\S+/.exec(String(chunk))?.[0] ?? ""
  const connections: ReadonlyArray<readonly [string, Connection]> = [
    ["stdio", { ...reached, command: ["node", ...mock], env: {} }],
    ["HTTP", { ...reached, url, headers: {} }],
    ["memory", { ...reached, shared: false, inMemory: inMemory as never }]
  ]
  return {
    connections,
    [Symbol.asyncDispose]: async (): Promise<void> => {
      overHttp.kill()
      rmSync(folder, { recursive: true, force: true })
    }
  }
}

const inMemory = (): McpServer => {
  const server = new McpServer({ name: "weather", version: "1" })
  const answer = async () => ({
    content: [{ type: "text" as const, text: '{"celsius":21}' }],
    structuredContent: { celsius: 21 }
  })
  for (const name of names) server.registerTool(name, { description: name }, answer)
  return server
}
