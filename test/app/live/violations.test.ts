/**
 * A server that breaks the rules of the protocol, as a user sees it.
 */
import { describe, setDefaultTimeout, test } from "bun:test"
import assert from "node:assert/strict"
import { join } from "node:path"
import type { Report } from "../../../src/base/domain/verdict/Verdict.ts"
import type { Script } from "../../../src/engine/layers/scripted/model.ts"
import type { Topic } from "../../standin/standin.ts"
import { passhatOn } from "../project.ts"
import { studio } from "./studio.ts"

setDefaultTimeout(60_000)

const suite = "test/app/live/suites/unruly.ts"
const token = "t0ken-of-the-environment"

const calls = (...names: ReadonlyArray<string>): Script => ({
  turns: [
    { calls: names.map((name) => ({ server: "hostile", name, args: { message: "hi", line: `\u001b[31m${token}` } })) },
    { text: "Done." }
  ]
})
const scripts = ({ prompt }: Topic): ReadonlyArray<Script> => [
  prompt === "Go." ? calls("chat", "twice", "asText", "echo") : calls("twice", "wait")
]

const issuesIn = (stdout: string) => {
  const { suites }: Report = JSON.parse(stdout)
  return suites.flatMap(({ cells }) =>
    cells.flatMap(({ runs }) => runs.map(({ issues, verdict }) => ({ verdict, issues })))
  )
}

describe("what a server sends against the protocol", () => {
  test("is a notice of the run and no verdict, the same in a replay, in pretty, html, show and the recording", async () => {
    await using place = await studio({ scripts })
    const env = { SERVICE_TOKEN: token }
    const only = ["--filter=answered"]
    const html = (name: string) => `--reporter=html=${join(place.folder, name)}`
    const recorded = await place.run(suite, ["--record", ...only, "--reporter=pretty", html("live.html")], { env })
    assert.equal(recorded.code, 0, recorded.stdout + recorded.stderr)
    const replayed = await place.run(suite, [...only, "--reporter=pretty", html("replay.html")], { env })
    assert.equal(replayed.stdout, recorded.stdout)
    const files = place.files()
    assert.equal(files.get("live.html"), files.get("replay.html"))
    assert.match(files.get("live.html") ?? "", /PROTOCOL_VIOLATION/)

    const { stdout } = await place.run(suite, [...only, "--reporter=json"], { runtime: "sealed", env })
    const runs = issuesIn(stdout)
    assert.equal(runs.length, 2)
    for (const { issues, verdict } of runs) {
      assert.equal(verdict, "pass")
      assert.deepEqual(
        issues.map(({ advisory, code }) => [code, advisory]),
        Array.from({ length: 3 }, () => ["PROTOCOL_VIOLATION", true])
      )
      const [noise, repeated, unknown] = issues.map(({ message }) => message)
      assert.match(
        noise ?? "",
        /^The server hostile wrote a line to stdout that is no message: \\u\{1b\}\[31m\[REDACTED:SERVICE_TOKEN:\w+\]$/
      )
      assert.match(repeated ?? "", /^The server hostile replied again to a request that it had answered: .*"second"/)
      assert.match(unknown ?? "", /^The server hostile replied to a request that was not sent: .*"id":"\d+".*"wrong"/)
      for (const message of [noise, repeated, unknown]) assert.ok(recorded.stdout.includes(message!.slice(0, 60)))
    }
    const cassette = "cassettes/unruly/is-answered/claude-sonnet-4-5.jsonl"
    const shown = passhatOn("bun", ["show", join(place.folder, cassette)])
    assert.match(shown.stdout, /PROTOCOL_VIOLATION: The server hostile replied again/)
    const [, line] = (files.get(cassette) ?? "").split("\n")
    assert.deepEqual(
      JSON.parse(line ?? "").violations.map(({ count, kind, server }: Record<string, unknown>) => [
        server,
        kind,
        count
      ]),
      [
        ["hostile", "noise", 1],
        ["hostile", "repeated_reply", 1],
        ["hostile", "unknown_id", 1]
      ]
    )
    assert.ok(![recorded.stdout, shown.stdout, ...files.values()].join("\n").includes(token))
  })

  test("is reported with a run that ends for want of an answer", async () => {
    await using place = await studio({ scripts })
    const { code, stdout } = await place.run(suite, ["--record", "--filter=waits", "--reporter=json"])
    assert.equal(code, 2)
    const [run] = issuesIn(stdout)
    assert.deepEqual(
      run?.issues.map((issue) => [issue.code, issue.advisory]),
      [
        ["INFRASTRUCTURE", false],
        ["PROTOCOL_VIOLATION", true]
      ]
    )
  })
})
