/**
 * `passhat/adapters/claude-agent-sdk` with the real package and its program, at a stand-in for Anthropic's API.
 */
import { afterAll } from "bun:test"
import assert from "node:assert/strict"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Trace } from "../../../src/base/domain/trace/Trace.ts"
import { checkAdapter } from "../adapterChecks.ts"
import type { Told } from "../told.ts"
import { startStandin } from "./standin.ts"

const home = mkdtempSync(join(tmpdir(), "passhat-claude-"))
writeFileSync(join(home, "city.txt"), "Sacramento\n")
const standin = await startStandin(home)
afterAll(async () => {
  await standin.close()
  rmSync(home, { recursive: true, force: true })
})

const placesOf = ({ tool_calls }: Trace) => tool_calls.map(({ args, name, turn }) => [name, args["city"], turn])

const assertUsage = ({ conversation }: Trace, { usage }: Told) =>
  assert.deepEqual(conversation.tokens, { ...usage, total: usage.input + usage.output })

checkAdapter({
  folder: import.meta.dirname,
  runtimes: [
    { name: "Bun", runtime: "bun" },
    { name: "Node", runtime: "node" },
    { name: "Deno", runtime: "deno" }
  ],
  env: () => ({ STANDIN_URL: standin.url, CLAUDE_HOME: home }),
  nameOf: (served) => `mcp__passhat__${served}`,
  told: { clerk: {}, limited: {} },
  varying: /agentId: \w+|to: '\w+'|duration_ms: \d+/g,
  others: {
    delegating: (trace, told) => {
      assertUsage(trace, told)
      const main = [404 + 505 + 606, 9 + 8 + 7]
      const scout = [11 + 22 + 33, 3 + 4 + 5]
      assert.deepEqual(
        [told.usage.input, told.usage.output],
        main.map((count, at) => count + (scout[at] ?? 0))
      )
      assert.deepEqual(
        trace.tool_calls.map(({ name, turn }) => [name, turn]),
        [
          ["get_weather", 1],
          ["get_weather", 1],
          ["Task", 1],
          ["mcp__desk__note", 1],
          ["get_weather", 2]
        ]
      )
    },
    forbidden: (trace, told) => {
      assertUsage(trace, told)
      assert.deepEqual(placesOf(trace), [
        ["get_weather", "Sacramento", 1],
        ["mcp__passhat__weather__get_weather", "Davis", 1],
        ["get_weather", "Sacramento", 2]
      ])
    }
  },
  failing: {
    fails: ["none", /API Error: 400 .*The script has ended/],
    "fails after a fault": ["fail", /API Error: 400 .*The script has ended/],
    hangs: ["none", /took longer than 8000 ms/],
    forgets: ["none", /returned undefined, and claudeAgentSdk reads what query returns/],
    "forgets after a fault": ["none", /returned undefined, and claudeAgentSdk reads what query returns/],
    "is mistaken": ["none", /returned an object, and claudeAgentSdk reads what query returns/]
  }
})
