/**
 * Servers from npm, recorded from suites that run as real processes, and replayed with nothing to reach.
 */
import { afterAll, beforeAll, describe, setDefaultTimeout, test } from "bun:test"
import assert from "node:assert/strict"
import { type ChildProcess, spawn, spawnSync } from "node:child_process"
import { createServer } from "node:net"
import { join } from "node:path"
import { lasting } from "../../engine/cassette/lasting.ts"
import type { JsonObject } from "../../../src/base/domain/Json.ts"
import type { Script } from "../../../src/engine/layers/scripted/model.ts"
import { eventually, npmServer } from "../../processes.ts"
import type { Topic } from "../../standin/standin.ts"
import { root, runtimes } from "../project.ts"
import { studio } from "./studio.ts"

setDefaultTimeout(60_000)

const suite = "test/app/live/suites/npmServers.ts"

const calling = (server: string, ...calls: ReadonlyArray<readonly [string, JsonObject]>): ReadonlyArray<Script> => [
  { turns: [{ calls: calls.map(([name, args]) => ({ server, name, args })) }, { text: "Done." }] }
]

const scripts: Readonly<Record<string, ReadonlyArray<Script>>> = {
  "Try everything.": calling(
    "everything",
    ["echo", { message: "hi" }],
    ["get-sum", { a: 2, b: 40 }],
    ["get-structured-content", { location: "New York" }],
    ["get-tiny-image", {}]
  ),
  "Add 2 and 40.": calling("remote", ["get-sum", { a: 2, b: 40 }]),
  "Read the note.": calling("files", ["list_directory", { path: "." }], ["read_text_file", { path: "note.txt" }])
}
const scripted = { scripts: ({ prompt }: Topic) => scripts[String(prompt)] ?? [] }

describe("servers from npm", () => {
  let remote: ChildProcess
  let env: Readonly<Record<string, string>>
  let onBun: Awaited<ReturnType<typeof studio>>
  let onDeno: Awaited<ReturnType<typeof studio>>

  beforeAll(async () => {
    const port = await freePort()
    env = { EVERYTHING_URL: `http://127.0.0.1:${port}/mcp` }
    remote = spawn("node", [npmServer("everything"), "streamableHttp"], {
      env: { PATH: process.env["PATH"], PORT: String(port) },
      stdio: "ignore"
    })
    onBun = await studio(scripted)
    onDeno = await studio(scripted)
    await eventually(() => fetch(env["EVERYTHING_URL"] ?? "").then(Boolean, () => false), 20_000)
  })
  afterAll(async () => {
    remote.kill("SIGKILL")
    await onBun[Symbol.asyncDispose]()
    await onDeno[Symbol.asyncDispose]()
  })

  test("are recorded over stdio and over HTTP, alike on Bun and on Deno", async () => {
    const ends = await Promise.all([
      onBun.run(suite, ["--record"], { env }),
      onDeno.run(suite, ["--record"], { env, runtime: "deno" })
    ])
    for (const { code, stdout, stderr } of ends) assert.equal(code, 0, stdout + stderr)
    assert.equal(ends[0]?.stdout, ends[1]?.stdout)
    const cassettes = [...onBun.files().keys()]
    assert.equal(cassettes.length, 3)
    for (const file of cassettes)
      assert.equal(lasting(onBun.files().get(file)), lasting(onDeno.files().get(file)), file)
  })

  test.skipIf(Bun.which("strace") === null)("are reached with --live-tools, as strace (which this needs) sees", () => {
    const { code, reached } = traced([suite, "--live-tools", "--cassettes", join(onBun.folder, "cassettes")], env)
    assert.equal(code, 0)
    assert.ok(reached.some((line) => line.includes("connect(")))
    assert.ok(reached.some((line) => /execve\(.*"node"/.test(line)))
  })

  test("are replayed with no network, no process and no file to write, to the same report as on Bun", async () => {
    remote.kill("SIGKILL")
    const replayed = await onBun.run(suite, ["--reporter", "json"], { env })
    assert.deepEqual([replayed.code, JSON.parse(replayed.stdout).verdict], [0, "pass"])
    assert.deepEqual(await onBun.run(suite, ["--reporter", "json"], { env, runtime: "sealed" }), replayed)
  })

  test.skipIf(Bun.which("strace") === null)(
    "are not even tried for in a replay, as strace (which this needs) sees",
    () => {
      const { code, reached } = traced([suite, "--cassettes", join(onBun.folder, "cassettes")], env)
      assert.deepEqual([code, reached], [0, []])
    }
  )
})

/** What a suite on Bun connects to and starts, itself left out. */
const traced = (args: ReadonlyArray<string>, env: Readonly<Record<string, string>>) => {
  const strace = ["-f", "-qq", "-e", "trace=connect,execve", "-e", "signal=none"]
  const { status, stderr } = spawnSync("strace", [...strace, ...runtimes.bun, ...args], {
    cwd: root,
    env: { ...process.env, ...env },
    encoding: "utf8"
  })
  const [itself, ...reached] = stderr.split("\n").filter((line) => /connect\(|execve\(/.test(line))
  assert.match(itself ?? "", /execve\(/)
  return { code: status, reached }
}

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const address = server.address()
      server.close(() => resolve(typeof address === "object" ? (address?.port ?? 0) : 0))
    })
  })
