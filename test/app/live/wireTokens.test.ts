/**
 * An agent that reports fewer tokens than its exchanges with its model carry, recorded with a stand-in for its provider.
 */
import { setDefaultTimeout, test } from "bun:test"
import assert from "node:assert/strict"
import { cellsOf, place } from "./taped/place.ts"

setDefaultTimeout(300_000)

const suite = `import { agent, atMost, driver, expect, main, suite } from "passhat"
import { claude } from "../agents/claude.ts"
import { weather } from "./servers/weather.ts"

const own = driver("claude", "1", claude, { sources: ["agents/*.ts"] })
const frugal = suite(
  "frugal",
  agent("claude", { driver: own, servers: [weather], prompt: "Is it warm in Sacramento and in Oslo?" }).pipe(
    expect("conversation.tokens.total", atMost(100))
  )
)
export default frugal
await main(import.meta, frugal)
`

test("the tokens of the exchanges count, and a notice says that the agent reports others: when recorded, replayed and run again", async () => {
  await using at = await place("frugal")
  at.write("suites/frugal.ts", suite)
  at.edit("agents/claude.ts", (text) => text.replace("step({ text,", "step({ text, usage: { input: 9, output: 1 },"))
  const recorded = await at.record("bun", {}, ["--reporter", "json"])
  await at.stop()
  for (const finished of [recorded, await at.run("bun", ["--reporter", "json"]), await at.again()]) {
    const { claude } = cellsOf(finished)
    assert.equal(finished.code, 1)
    assert.deepEqual(
      claude?.runs[0]?.checks.map(({ actual, verdict }) => [verdict, actual]),
      [["fail", 330]]
    )
    const [notice] = claude?.runs[0]?.issues ?? []
    assert.partialDeepStrictEqual(notice, {
      code: "TOKENS_DIFFER",
      advisory: true,
      message:
        "claude, run #1: the agent reports 30 tokens (27 input, 3 output), and its exchanges with its model carry 330 tokens (300 input, 30 output)."
    })
  }
  const { stdout } = await at.run("bun", [])
  assert.match(stdout, /the agent reports 30 tokens \(27 input, 3 output\)/)
})
