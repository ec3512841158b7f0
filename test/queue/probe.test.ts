import { afterAll, beforeAll, describe, setDefaultTimeout, test } from "bun:test"
import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { emptyProject, passhatOn } from "../app/project.ts"
import { noPostgres } from "../postgres/server.ts"
import { type Fleet, openFleet } from "./fleet.ts"

setDefaultTimeout(180_000)

const dying = `import { appendFileSync } from "node:fs"
appendFileSync("starts.txt", "started\\n")
process.exit(1)
`

const shop = `import { agent, equals, expect, runs, server, suite, tool } from "passhat"
const shop = server("shop", { command: ["node", "dying.js"], tools: { buy: tool({ inputSchema: { type: "object" } }) } })
const buys = agent("buys", { model: "claude-m", servers: [shop], prompt: "Buy it." })
export default suite("shop", buys.pipe(runs(20), expect("stop_reason", equals("end_turn"))))
`

describe.skipIf(noPostgres !== undefined)("a worker whose server is dead", () => {
  let fleet: Fleet
  beforeAll(async () => {
    fleet = await openFleet(25)
  })
  afterAll(() => fleet.close())

  test("starts it once, says so in one sentence, and leaves the runs on the queue", async () => {
    using user = emptyProject({
      "package.json": `{ "type": "module" }\n`,
      "dying.js": dying,
      "suites/shop.ts": shop
    })
    const queue = await fleet.queue("dead", {})
    const env = { ...queue.env, ANTHROPIC_API_KEY: "stand-in", ANTHROPIC_BASE_URL: "http://127.0.0.1:9" }
    const passhat = (...args: ReadonlyArray<string>) => passhatOn("bun", args, { cwd: user.folder, env })
    assert.equal(passhat("record", "suites/shop.ts", "--detach").code, 0)
    const { code, stderr, stdout } = passhat("work", "suites/shop.ts", "--drain", "--name", "one")
    assert.deepEqual([code, stdout], [2, ""])
    assert.match(stderr, /^The server shop could not be opened: [^\n]*\n$/)
    assert.equal(readFileSync(join(user.folder, "starts.txt"), "utf8"), "started\n")
    assert.deepEqual(
      await queue.query("SELECT count(*)::int AS count FROM passhat.queue WHERE acquired_at IS NOT NULL"),
      [{ count: 0 }]
    )
  })
})
