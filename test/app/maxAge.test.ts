import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import { join } from "node:path"
import { type Finished, project, root, run } from "./project.ts"

const command = join(root, "dist/doors/passhat.js")
const recording = "cassettes/weather/asks-for-the-weather/claude-sonnet-4-5.jsonl"

/** Checks a suite whose recording has this date. */
const checked = (date: string, maxAge: string): Finished => {
  using user = project()
  user.editRecording(recording, (text) =>
    text.replace(/"recorded_at":"[^"]*"/, `"recorded_at":${JSON.stringify(date)}`)
  )
  return run(command, ["check", "suites/weather.ts", "--max-age", maxAge], { cwd: user.folder })
}

const ago = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString()

describe("passhat check --max-age", () => {
  test("is silent about recordings that are young enough", () => {
    assert.deepEqual(checked(ago(29), "30d"), {
      code: 0,
      stdout: "ok    suites/weather.ts asks for the weather\n",
      stderr: ""
    })
  })

  test("names a recording that is older, with its date and its age", () => {
    const { code, stdout } = checked(ago(31.5), "30d")
    assert.equal(code, 2)
    assert.match(
      stdout,
      /^stale {2}suites\/weather\.ts asks for the weather: EXPIRED_CASSETTE: cassettes\S+ was recorded at \S+Z, 31 days ago, and --max-age is 30d\. Record it again with --record\.\n$/
    )
    assert.match(checked(ago(2), "1.5h").stdout, /, 2 days ago, and --max-age is 1\.5h\./)
  })

  test.each(["", "yesterday", "2026-13-45T00:00:00.000Z"])(
    "names a recording whose date is %p as not known",
    (date) => {
      const { code, stdout } = checked(date, "9999w")
      assert.equal(code, 2)
      assert.match(stdout, /EXPIRED_CASSETTE: It is not known when cassettes\S+ was recorded, and --max-age is 9999w\./)
    }
  )

  test("names a recording of the future", () => {
    const { code, stdout } = checked(ago(-3), "30d")
    assert.equal(code, 2)
    assert.match(stdout, /which is still to come\./)
  })

  test.each(["30", "0d", "30 days", "1y", ""])("an age of %p is refused", (age) => {
    const { code, stderr, stdout } = run(command, ["check", "suites/weather.ts", `--max-age=${age}`])
    assert.deepEqual([code, stdout], [2, ""])
    assert.match(stderr, /^--max-age is ".*"\. Give it a number above 0 and a unit/)
  })
})
