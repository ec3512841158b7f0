import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import { spawn, spawnSync } from "node:child_process"
import { project, root, runtimes } from "../../project.ts"

/** A suite whose report is megabytes: every one of many runs is red and says why at length. */
const longSuite = `
import { agent, equals, expect, main, suite } from "passhat"
const agents = Array.from({ length: 400 }, (_, at) =>
  agent("agent " + at + " " + "x".repeat(4000), { model: "claude-m" + at, servers: [], prompt: "p" })
    .pipe(expect("stop_reason", equals("end_turn"))))
const long = suite("long", ...agents)
export default long
await main(import.meta, long)
`

describe.each(["bun", "deno"] as const)("on %s", (runtime) => {
  test("a slow reader gets every byte before the process exits", async () => {
    using user = project()
    user.write("suites/long.ts", longSuite)
    const [command, ...before] = runtimes[runtime]
    const child = spawn(command, [...before, "suites/long.ts", "--reporter", "json"], { cwd: user.folder })
    const chunks: Array<Buffer> = []
    // The reader starts only after the pipe is full.
    await new Promise((resolve) => child.stdout.once("readable", resolve))
    for await (const chunk of child.stdout) chunks.push(chunk)
    const code = await new Promise((resolve) =>
      child.exitCode === null ? child.once("exit", resolve) : resolve(child.exitCode)
    )
    const text = Buffer.concat(chunks).toString("utf8")
    assert.equal(code, 2)
    assert.ok(text.length > 1_000_000)
    assert.equal(JSON.parse(text).suites[0].cells.length, 400)
  })

  test("a reader that closes the pipe causes no error", () => {
    using user = project()
    user.write("suites/long.ts", longSuite)
    const command = [...runtimes[runtime], "suites/long.ts", "--reporter", "json"].join(" ")
    const { stderr } = spawnSync("bash", ["-c", `${command} | head -c 1 > /dev/null; echo "\${PIPESTATUS[0]}" >&2`], {
      cwd: user.folder,
      encoding: "utf8"
    })
    assert.equal(stderr, "2\n")
  })

  test.each([
    ["SIGINT", 130],
    ["SIGTERM", 143]
  ] as const)(
    "%s ends a run with exit code %p, and the report has the finished runs",
    async (signal, expected) => {
      const [command, ...before] = runtimes[runtime]
      const child = spawn(command, [...before, "test/app/hanging.ts", "--reporter", "json"], { cwd: root })
      const output: Array<Buffer> = []
      child.stdout.on("data", (chunk) => output.push(chunk))
      const exited = new Promise((resolve) => child.once("exit", resolve))
      await new Promise((resolve) => child.stderr.once("data", resolve))
      child.kill(signal)
      assert.equal(await exited, expected)
      const report = JSON.parse(Buffer.concat(output).toString("utf8"))
      assert.equal(report.status, "interrupted")
      assert.equal(report.verdict, "none")
      assert.deepEqual(
        report.suites[0].cells[0].runs.map((run: { verdict: string }) => run.verdict),
        ["pass", "none", "none"]
      )
    },
    20_000
  )
})
