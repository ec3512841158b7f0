/**
 * The code of a suite goes to the cells of the agent that carries it.
 */
import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import { agent, driver, equals, expect, server, suite } from "passhat"
import { connectionsOf, userCodesOf } from "../../../src/app/suites/suiteCode.ts"
import { compiledOf } from "../../suites.ts"

const ended = expect("stop_reason", equals("end_turn"))
const serverAt = (url: string) => server("docs", { url, tools: {} })
const first = driver("first", "1", async () => "first")
const second = driver("second", "1", async () => "second")

/** Two agents may share a name where their models differ. */
const namesakes = suite(
  "namesakes",
  agent("asks", { model: "claude-a", driver: first, servers: [serverAt("http://one.test/")], prompt: "p" }).pipe(ended),
  agent("asks", { model: "claude-b", driver: second, servers: [serverAt("http://two.test/")], prompt: "p" }).pipe(ended)
)

describe("agents with one name on different models", () => {
  const { plan } = compiledOf(namesakes)
  const [a = "", b = ""] = plan.cells.map(({ id }) => id)

  test("each have their own driver", () => {
    const codes = userCodesOf(namesakes, plan)
    assert.equal(codes(a).drive, first.drive)
    assert.equal(codes(b).drive, second.drive)
  })

  test("each have their own servers", () => {
    const urls = [a, b].map((cell) =>
      connectionsOf(namesakes, plan, "/")
        .get(cell)
        ?.map((one) => "url" in one && one.url)
    )
    assert.deepEqual(urls, [["http://one.test/"], ["http://two.test/"]])
  })
})
