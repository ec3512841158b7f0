/**
 * Every command once, as its users start it: a process of the bundle on Node.
 */
import { afterAll, describe, test } from "bun:test"
import assert from "node:assert/strict"
import { passhatOn, project } from "./app/project.ts"
import { commands } from "./program.ts"

const user = project()
afterAll(() => user[Symbol.dispose]())
const messages = [
  { role: "user", content: "hello" },
  { role: "assistant", content: "hi" }
]
user.write("chats.jsonl", `${JSON.stringify({ id: "1", messages })}\n`)
user.write("tools.yml", "tools:\n  - name: ping\n    response: pong\n")

const ok = (said: RegExp) => ({ code: 0, said })
const refused = (told: RegExp) => ({ code: 2, told })

interface Expected {
  readonly code: number
  /** On standard output. */
  readonly said?: RegExp
  /** On standard error. */
  readonly told?: RegExp
}

/** In this order: later commands read the reports of the first. */
const smokes: { readonly [command: string]: readonly [args: string, expected: Expected] } = {
  run: [
    "suites/weather.ts --shard 1/1 --with-traces --reporter json=shard.json --reporter pretty",
    ok(/^weather .* {2}PASS/s)
  ],
  merge: ["shard.json --reporter json=run.json --reporter pretty", ok(/^weather .* {2}PASS/s)],
  report: ["run.json --reporter markdown", ok(/weather/)],
  bless: ["run.json --to main.json", ok(/^main\.json: 1 cell, 5 runs, 5 of them pass\n$/)],
  compare: ["main.json run.json", ok(/^weather > asks for the weather /m)],
  history: ["add run.json", ok(/: 1 row added, 0 known before\n$/)],
  plan: ["suites/weather.ts", ok(/asks for the weather/)],
  check: ["suites/weather.ts", ok(/^ok {4}suites\/weather\.ts asks for the weather\n/)],
  record: ["suites/weather.ts", { code: 0, said: /^weather .* {2}PASS/s, told: /^5 of 5 runs, 7144 tokens$/m }],
  show: ["cassettes/weather/asks-for-the-weather/claude-sonnet-4-5.jsonl", ok(/get_weather/)],
  score: ["cassettes/weather", ok(/^weather > asks for the weather > claude-sonnet-4-5, 5 runs\n/)],
  calibrate: ["cassettes/weather", ok(/^5 runs of 1 case, 5 of them good\n/)],
  "recommend-runs": ["--floor 0.9", ok(/runs/)],
  init: ["", ok(/^Written:\n {2}suites\/demo\.ts\n/)],
  import: [
    "chats.jsonl --format openai-chat --suite chats --group-by id",
    ok(/^Imported 1 run of 1 agent from 1 file /)
  ],
  // Standard input ends at once, and the server with it.
  mcp: ["", ok(/^$/)],
  mock: ["--tools-from tools.yml", ok(/^$/)],
  types: ["", refused(/^There is no server to ask\. /)],
  comment: ["run.json", refused(/^GITHUB_TOKEN is not set\. /)],
  queue: ["", refused(/^No queue is named\. /)],
  work: ["", refused(/^No queue is named\. /)],
  collect: ["", refused(/^No queue is named\. /)],
  view: ["nowhere", refused(/^nowhere is no folder\. /)]
}

describe("the command", () => {
  test.each(Object.entries(smokes))("%s does what it is asked, or says what it needs", (name, [line, expected]) => {
    const args = [name, ...line.split(" ").filter((arg) => arg !== "")]
    const { code, stderr, stdout } = passhatOn("node", args, {
      cwd: user.folder,
      env: { GITHUB_TOKEN: "", PASSHAT_QUEUE: "" }
    })
    assert.equal(code, expected.code, stderr)
    if (expected.said !== undefined) assert.match(stdout, expected.said)
    if (expected.told !== undefined) assert.match(stderr, expected.told)
    else assert.equal(stderr, "")
  })
})

test("every command has its smoke test", () => {
  assert.deepEqual(Object.keys(smokes).toSorted(), Object.keys(commands).toSorted())
})
