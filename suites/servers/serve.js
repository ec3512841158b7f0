/**
 * Serves tools over stdio as an MCP server: what the small servers beside this file have in common.
 *
 * `--break error`, `--break rename` and `--break hang` (or BREAK in the environment) make a server answer as it would after
 * a bad change: every call fails, the last field of every value has another name, or no call is answered.
 */
import { McpServer } from "@modelcontextprotocol/server"
import { serveStdio } from "@modelcontextprotocol/server/stdio"
import process from "node:process"
import { parseArgs } from "node:util"

/**
 * @typedef {import("@modelcontextprotocol/server").CallToolResult} Answer
 * @typedef {{ description: string, inputSchema: import("zod").ZodObject, answer: (args: any) => Answer }} Tool
 */

/** @type {(name: string, tools: Record<string, Tool>) => void} */
export const serve = (name, tools) => {
  const { values } = parseArgs({ options: { break: { type: "string", default: process.env.BREAK ?? "" } } })
  const broken = breaks[values.break] ?? ((answer) => answer)
  serveStdio(() => {
    const server = new McpServer({ name, version: "1.0.0" })
    for (const [tool, { answer, ...config }] of Object.entries(tools)) {
      server.registerTool(tool, config, async (args) => broken(answer(args)))
    }
    return server
  })
}

/** @type {(words: string) => Answer} */
export const text = (words) => ({ content: [{ type: "text", text: words }] })

/** @type {(reason: string) => Answer} The tool ran, and says that it failed. */
export const failure = (reason) => ({ ...text(reason), isError: true })

/** @type {(value: any) => Answer} A value and, as MCP asks of a server, the same value as text. */
export const structured = (value) => ({ ...text(JSON.stringify(value)), structuredContent: value })

/** @type {Record<string, (answer: Answer) => Answer | Promise<Answer>>} */
const breaks = {
  error: () => failure("Out of order."),
  rename: (answer) => (answer.structuredContent === undefined ? answer : structured(renamed(answer.structuredContent))),
  hang: () => new Promise(() => {})
}

/** @type {(value: any) => any} */
const renamed = (value) => {
  if (Array.isArray(value)) return value.map(renamed)
  const last = Object.keys(value).at(-1) ?? ""
  const { [last]: moved, ...rest } = value
  return { ...rest, [`${last}_v2`]: moved }
}
