import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import { spawn, spawnSync } from "node:child_process"
import { rmSync } from "node:fs"
import { join } from "node:path"
import { project, root, runtimes } from "./project.ts"

/** A suite whose report is megabytes: every one of many runs is red and says why at length. */
const longSuite = `
import { agent, equals, expect, main, suite } from "passhat"
const agents = Array.from({ length: 400 }, (_, at) =>
  agent("agent " + at + " " + "x".repeat(4000), { model: "m" + at, servers: [], prompt: "p" })
    .pipe(expect("stop_reason", equals("end_turn"))))
const long = suite("long", ...agents)
export default long
await main(import.meta, long)
`

describe.each(["bun", "deno"] as const)("on %s", (runtime) => {
  test("a slow reader gets every byte before the process ends with its code", async () => {
    using user = project()
    user.write("suites/long.ts", longSuite)
    const [command, ...before] = runtimes[runtime]
    const child = spawn(command, [...before, "suites/long.ts", "--reporter", "json"], { cwd: user.folder })
    const chunks: Array<Buffer> = []
    // The pipe fills up long before anybody reads: only then does the reader start.
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

  test("a reader that goes away is no error", () => {
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
  ] as const)("%s ends a run with %p and says what was finished", async (signal, expected) => {
    using user = project()
    const cassette = join(user.folder, "cassettes/weather/asks-for-the-weather/claude-sonnet-4-5.jsonl")
    rmSync(cassette)
    // A pipe that nobody writes to: the replay waits for its cassette.
    spawnSync("mkfifo", [cassette])
    user.write(
      "suites/both.ts",
      (await Bun.file(join(root, "suites/weather.ts")).text()).replace(
        "await main",
        'console.error("loaded")\nawait main'
      )
    )
    const [command, ...before] = runtimes[runtime]
    const child = spawn(command, [...before, "suites/both.ts", "--reporter", "json"], { cwd: user.folder })
    const output: Array<Buffer> = []
    child.stdout.on("data", (chunk) => output.push(chunk))
    const exited = new Promise((resolve) => child.once("exit", resolve))
    const reading = Promise.withResolvers<void>()
    // The replay has begun once it opens the pipe for reading, which lets this open for writing succeed.
    const opener = spawn("bash", ["-c", `exec 3> '${cassette}'; echo open; sleep 100`])
    opener.stdout.once("data", () => reading.resolve())
    await reading.promise
    child.kill(signal)
    assert.equal(await exited, expected)
    opener.kill("SIGKILL")
    const report = JSON.parse(Buffer.concat(output).toString("utf8"))
    assert.equal(report.status, "interrupted")
    assert.equal(report.verdict, "none")
  })
})
