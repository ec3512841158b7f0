/**
 * Which file a suite is said to be of, if it is not named: by the frames of the call that made it.
 */
import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import { join } from "node:path"
import { agent, equals, expect, run, suite } from "passhat"
import { weather } from "../types/servers.ts"
import { root } from "../app/project.ts"

const mine = suite(
  "made somewhere",
  agent("asks", { model: "claude-m", servers: [weather], prompt: "?" }).pipe(expect("stop_reason", equals("end_turn")))
)

/** The innermost frame first, as in a stack. */
const fileOf = async (...frames: ReadonlyArray<string>): Promise<string | undefined> => {
  const callSite = new Error("made here")
  callSite.stack = ["Error: made here", ...frames.map((file) => `    at f (${join(root, file)}:3:5)`)].join("\n")
  const { suites } = await run({ ...mine, callSite })
  return suites[0]?.file
}

describe("a suite is of", () => {
  test("the file that made it", async () => {
    assert.equal(await fileOf("suites/red.ts"), "suites/red.ts")
  })

  test("the file that called the function of another file or package that made it", async () => {
    assert.equal(await fileOf("suites/gates/steady.ts", "suites/red.ts"), "suites/red.ts")
    assert.equal(await fileOf("node_modules/acme/suites.js", "suites/red.ts"), "suites/red.ts")
  })

  test("not of the test that imports the file by the loader of its runner", async () => {
    assert.equal(await fileOf("suites/red.ts", "node_modules/vitest/dist/run.js", "test/red.test.ts"), "suites/red.ts")
  })
})
