/**
 * What every run needs is asked for once, before the first run: a dead server is started once and not once per run, and a key that is not there is one
 * sentence.
 */
import { describe, setDefaultTimeout, test } from "bun:test"
import assert from "node:assert/strict"
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { createServer } from "node:net"
import { join } from "node:path"
import { emptyProject, passhatOn, project } from "../project.ts"

setDefaultTimeout(60_000)

/** Writes a line with every start, then ends. */
const dying = `import { appendFileSync } from "node:fs"
appendFileSync("starts.txt", "started\\n")
console.error("no database")
process.exit(1)
`

const suiteOf = (reached: string): string => `import { agent, equals, expect, runs, server, suite, tool } from "passhat"
const shop = server("shop", { ${reached}, tools: { buy: tool({ inputSchema: { type: "object" } }) } })
const buys = agent("buys", { model: "claude-m", servers: [shop], prompt: "Buy it." })
export default suite("shop", buys.pipe(runs(300), expect("stop_reason", equals("end_turn"))))
`

const projectOf = (reached: string) =>
  emptyProject({
    "package.json": `{ "type": "module" }\n`,
    "dying.js": dying,
    "suites/shop.ts": suiteOf(reached)
  })

const env = { ANTHROPIC_API_KEY: "stand-in", ANTHROPIC_BASE_URL: "http://127.0.0.1:9" }

const closedPort = async (): Promise<number> => {
  const listening = createServer().listen(0, "127.0.0.1")
  await new Promise((resolve) => listening.once("listening", resolve))
  const address = listening.address()
  await new Promise((resolve) => listening.close(resolve))
  return typeof address === "object" && address !== null ? address.port : 0
}

const record = (folder: string, keys: Readonly<Record<string, string>> = env) =>
  passhatOn("bun", ["run", "--record"], { cwd: folder, env: keys })

describe("before the first of 300 runs", () => {
  test("a server that ends at once is started once, and told of in one sentence", () => {
    using user = projectOf('command: ["node", "dying.js"]')
    const { code, stderr, stdout } = record(user.folder)
    assert.deepEqual([code, stdout], [2, ""])
    assert.match(
      stderr,
      /^The server shop could not be opened: [^\n]*no database[^\n]* Start it by hand to see more: node dying\.js\n$/
    )
    assert.equal(readFileSync(join(user.folder, "starts.txt"), "utf8"), "started\n")
    assert.equal(existsSync(join(user.folder, "cassettes/shop")), false)
  })

  test("a command that does not exist is told of in one sentence", () => {
    using user = projectOf('command: ["passhat-no-such-program"]')
    const { code, stderr, stdout } = record(user.folder)
    assert.deepEqual([code, stdout], [2, ""])
    assert.match(stderr, /^The server shop could not be started: [^\n]*passhat-no-such-program[^\n]*\n$/)
  })

  test("an address where nobody listens is told of in one sentence", async () => {
    using user = projectOf(`url: "http://127.0.0.1:${await closedPort()}/mcp"`)
    const { code, stderr, stdout } = record(user.folder)
    assert.deepEqual([code, stdout], [2, ""])
    assert.match(
      stderr,
      /^The server shop could not be (?:opened|started): [^\n]* See whether it answers at http:\/\/127[^\n]*\n$/
    )
  })

  test("a key that is not set is told of in one sentence, and no server is started", () => {
    using user = projectOf('command: ["node", "dying.js"]')
    const { code, stderr, stdout } = record(user.folder, {})
    assert.deepEqual([code, stdout], [2, ""])
    assert.match(stderr, /^ANTHROPIC_API_KEY is not set, and Anthropic answers no request without a key\. [^\n]*\n$/)
    assert.equal(existsSync(join(user.folder, "starts.txt")), false)
  })

  test("a live tool that is dead is told of as well", () => {
    using user = projectOf('command: ["node", "dying.js"]')
    const { code, stderr } = passhatOn("bun", ["run", "--live-tools"], { cwd: user.folder, env })
    assert.equal(code, 2)
    assert.match(stderr, /^The server shop could not be opened: /)
    assert.equal(readFileSync(join(user.folder, "starts.txt"), "utf8"), "started\n")
  })

  test("a server that runs need whose recording is damaged is started once", () => {
    using user = projectOf('command: ["node", "dying.js"]')
    mkdirSync(join(user.folder, "cassettes/shop/buys"), { recursive: true })
    writeFileSync(join(user.folder, "cassettes/shop/buys/claude-m.jsonl"), "{}\n")
    const { code, stderr, stdout } = passhatOn("bun", ["run", "--record=missing"], { cwd: user.folder, env })
    assert.deepEqual([code, stdout], [2, ""])
    assert.match(stderr, /^The server shop could not be opened: [^\n]*\n$/)
    assert.equal(readFileSync(join(user.folder, "starts.txt"), "utf8"), "started\n")
  })

  test("a key that one missing run of a recording needs is asked for, and nothing is asked of a whole recording", async () => {
    using user = project()
    const ask = () => user.start("suites/weather.ts", ["--record=missing"]).finished
    assert.equal((await ask()).code, 0)
    user.editRecording("cassettes/weather/asks-for-the-weather/claude-sonnet-4-5.jsonl", (text) =>
      text.replace(/^.*"index":3.*\n/m, "")
    )
    const { code, stderr, stdout } = await ask()
    assert.deepEqual([code, stdout], [2, ""])
    assert.match(stderr, /^ANTHROPIC_API_KEY is not set, and Anthropic answers no request without a key\. [^\n]*\n$/)
  })

  test("a replay asks for nothing", () => {
    using user = projectOf('command: ["node", "dying.js"]')
    const { code, stdout } = passhatOn("bun", ["run"], { cwd: user.folder })
    assert.equal(code, 2)
    assert.match(stdout, /MISSING_CASSETTE/)
    assert.equal(existsSync(join(user.folder, "starts.txt")), false)
  })
})
