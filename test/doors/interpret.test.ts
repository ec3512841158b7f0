/**
 * What a program in plain JavaScript may give to `run` by mistake: one sentence each, and nothing is run.
 */
import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import { agent, assertSuite, equals, expect, run, suite, testSuite } from "passhat"
import { values } from "../language/plan/untyped/values.ts"
import { weather } from "../types/servers.ts"

const mine = suite(
  "mine",
  agent("asks", { model: "claude-m", servers: [weather], prompt: "How warm is it?" }).pipe(
    expect("stop_reason", equals("end_turn"))
  )
)

/** The message of a rejection; undefined if a report came. */
const rejection = (given: Promise<unknown>): Promise<string | undefined> =>
  given.then(
    () => undefined,
    (error: Error) => error.message
  )

const untyped = run as (suite: unknown, options?: unknown) => Promise<unknown>

describe("run refuses", () => {
  test.each([
    [
      { mode: "recrod" },
      /^The suite cannot be run: mode is "recrod", expected replay, record, live, live-tools, live-agent\. /
    ],
    [{ record: true }, /record is true, expected all, missing/],
    [{ filtr: "asks" }, /filtr is no option/],
    [{ tags: "nightly", models: [5] }, /tags is "nightly", expected a list, and models\[0\] is 5, expected a text/],
    [{ signal: 5 }, /signal is 5, expected an AbortSignal/],
    [{ reporter: 5 }, /reporter is 5, expected a text or a list of texts/],
    [null, /what is given beside it is null, expected an object/]
  ])("the options %j", async (options, message) => {
    assert.match((await rejection(untyped(mine, options))) ?? "a report", message)
  })

  for (const [name, make] of Object.entries(values)) {
    test(`${name} in place of a suite, and so do assertSuite and testSuite`, async () => {
      const rejected = await Promise.all(
        [
          () => untyped(make()),
          () => assertSuite(make() as never),
          () => testSuite(make() as never, () => assert.fail("there is no cell to test"))
        ].map(async (start) => rejection(start()))
      )
      for (const message of rejected) assert.match(message ?? "a report", /^The suite cannot be run: the suite is /)
    })
  }
})
