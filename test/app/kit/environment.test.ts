/**
 * Files of a project that set environment variables: what passhat obeys is refused there, on every runtime.
 */
import { describe, setDefaultTimeout, test } from "bun:test"
import assert from "node:assert/strict"
import { join } from "node:path"
import * as Effect from "effect/Effect"
import { readEnvironment } from "../../../src/app/kit/environment.ts"
import { casesOn, everyRuntime } from "../everyRuntime.ts"
import { emptyProject, project, root, run } from "../project.ts"

setDefaultTimeout(60_000)

const suite = "suites/weather.ts"
const refusal = (file: string, name: string): string =>
  `${file} sets ${name}, and a file of the project cannot decide that. ` +
  "Delete the line, and set it in the shell or in CI. Keys may be in the file.\n"

const asking = `
import { agent, equals, expect, main, suite } from "passhat"
const asks = suite("asks",
  agent("asks", { model: "claude-m", servers: [], prompt: "p" }).pipe(expect("stop_reason", equals("end_turn"))))
export default asks
await main(import.meta, asks)
`

const setting: ReadonlyArray<readonly [file: string, text: string, name: string]> = [
  [".env", "PASSHAT_MODE=record", "PASSHAT_MODE"],
  [".env.local", "A_KEY=1\n  export ANTHROPIC_BASE_URL = http://127.0.0.1:9", "ANTHROPIC_BASE_URL"],
  [".env.test.local", "# a comment\r\nPASSHAT_CACHE: ./evil", "PASSHAT_CACHE"]
]

describe.each(everyRuntime)("on %s", (runtime) => {
  test.each(casesOn(runtime, setting))("%s that sets %p is refused before anything runs", (file, text, name) => {
    using user = project()
    user.write(file, text)
    assert.deepEqual(user.run(suite, [], { runtime }), { code: 2, stdout: "", stderr: refusal(file, name) })
  })

  test("keys and other variables may be in .env, and an example may say anything", () => {
    using user = project()
    const { stdout } = user.run(suite)
    user.write(
      ".env",
      "ANTHROPIC_API_KEY=k3y-of-the-provider\n# PASSHAT_MODE=record\nNOTE=PASSHAT_MODE=record\nBASE_URL=x\n"
    )
    user.write(".env.example", "PASSHAT_MODE=record\n")
    assert.deepEqual(user.run(suite, [], { runtime }), { code: 0, stdout, stderr: "" })
  })
})

test("Bun would obey .env otherwise", () => {
  using user = project()
  user.write(".env", "PASSHAT_MODE=record\n")
  user.write("shown.ts", "console.log(process.env['PASSHAT_MODE'])\n")
  assert.equal(user.run("shown.ts").stdout, "record\n")
})

test("a file of the suite's project is refused from another folder", () => {
  using user = project()
  user.write(".env", "PASSHAT_MODE=record\n")
  const { code, stderr } = user.run(suite, [], { cwd: join(user.folder, "suites") })
  assert.deepEqual([code, stderr], [2, refusal("../.env", "PASSHAT_MODE")])
})

test.each(["check", "plan", "run --watch", "run --plan"])("passhat %s is refused", (args) => {
  using user = project()
  user.write(".env", "PASSHAT_PART=[]\n")
  const { code, stderr, stdout } = run(join(root, "dist/doors/passhat.js"), args.split(" "), { cwd: user.folder })
  assert.deepEqual([code, stdout, stderr], [2, "", refusal(".env", "PASSHAT_PART")])
})

const environmentOf = (files: Parameters<typeof emptyProject>[0]) => {
  using user = emptyProject(files)
  const { PASSHAT_TEST_API_KEY: _, ...found } = Effect.runSync(readEnvironment([user.folder]))
  return Object.fromEntries(Object.entries(found).filter(([name]) => process.env[name] === undefined))
}

test("keys are taken from .env and .env.local, which is stronger, and nothing else is", () => {
  assert.deepEqual(
    environmentOf({
      ".env": [
        "OTHER=1",
        "NODE_OPTIONS=--require ./evil.js",
        "T1_API_KEY=plain # a comment",
        '  export T2_API_KEY = "with spaces"',
        "T3_API_KEY='quoted'",
        "T4_API_KEY=weaker",
        "#T5_API_KEY=commented",
        "T6_API_KEY=",
        "T7_API_KEY_ID=no"
      ].join("\n"),
      ".env.local": "T4_API_KEY=stronger\r\n",
      ".env.test": "T8_API_KEY=no\n"
    }),
    { T1_API_KEY: "plain", T2_API_KEY: "with spaces", T3_API_KEY: "quoted", T4_API_KEY: "stronger" }
  )
})

test("a key of the environment is stronger than that of a file", () => {
  using user = emptyProject({ ".env": "PATH_API_KEY=file\nHOME_API_KEY=file\n" })
  process.env["HOME_API_KEY"] = "shell"
  const found = Effect.runSync(readEnvironment([user.folder]))
  delete process.env["HOME_API_KEY"]
  assert.deepEqual([found["HOME_API_KEY"], found["PATH_API_KEY"]], ["shell", "file"])
})

test.each(everyRuntime)("a model is asked with the key of .env, on %s", async (runtime) => {
  using user = emptyProject({
    "package.json": `{ "type": "module" }\n`,
    ".env": "ANTHROPIC_API_KEY=k3y-of-the-provider\n",
    [suite]: asking
  })
  const keys: Array<string | null> = []
  await using server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: ({ headers }) => {
      keys.push(headers.get("authorization"))
      return Response.json({ type: "error", error: { type: "authentication_error", message: "no" } }, { status: 401 })
    }
  })
  const env = { ANTHROPIC_BASE_URL: `http://127.0.0.1:${server.port}` }
  await user.start(suite, ["--record", "--quiet"], { runtime, env }).finished
  assert.deepEqual([...new Set(keys)], ["Bearer k3y-of-the-provider"])
})

test("a folder that is called .env is no file of variables", () => {
  using user = project()
  user.write(".env/bin/activate", "PASSHAT_MODE=record\n")
  assert.equal(user.run(suite).code, 0)
})

test("a file of blank lines takes no square of the time", async () => {
  using user = emptyProject({ ".env": `${"\n".repeat(200_000)}PASSHAT_MODE=record\n` })
  const began = process.cpuUsage()
  const { message } = await Effect.runPromise(Effect.flip(readEnvironment([user.folder])))
  const { system, user: own } = process.cpuUsage(began)
  assert.match(message, /sets PASSHAT_MODE/)
  assert.ok(system + own < 2_000_000, `${(system + own) / 1000} ms of processor time`)
})
