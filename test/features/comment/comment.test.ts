/**
 * Reports as comments on a pull request, and the action that writes them, against a stand-in for the forge.
 */
import { afterAll, describe, setDefaultTimeout, test } from "bun:test"
import assert from "node:assert/strict"
import { spawn } from "node:child_process"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import * as Result from "effect/Result"
import { parseYaml } from "../../../src/features/mock/parseYaml.ts"
import { everyRuntime, type Runtime } from "../../app/everyRuntime.ts"
import { finishOf, passhatCommand, passhatOn, project, root, startPasshat } from "../../app/project.ts"
import { type Refusal, startForge } from "./forge.ts"

setDefaultTimeout(120_000)

const MARKER = "<!-- passhat evals -->\n"

/** A project with the reports of a red suite and of a green one, and the event of pull request 7. */
const user = project()
afterAll(() => user[Symbol.dispose]())
for (const [suite, file] of [
  ["suites/red.ts", "red.json"],
  ["suites/weather.ts", "green.json"]
] as const) {
  user.run(suite, ["--reporter", `json=${file}`, "--quiet"])
}
user.write("event.json", JSON.stringify({ pull_request: { number: 7 } }))

const job = (api: string) => ({
  GITHUB_API_URL: api,
  GITHUB_EVENT_PATH: join(user.folder, "event.json"),
  GITHUB_REPOSITORY: "acme/agents",
  GITHUB_TOKEN: "the token of the job"
})

const comment = (api: string, args: ReadonlyArray<string>, runtime: Runtime = "bun") =>
  startPasshat(runtime, ["comment", ...args], { cwd: user.folder, env: job(api) }).finished

const markdownOf = (file: string): string =>
  passhatOn("bun", ["report", file, "--reporter", "markdown"], { cwd: user.folder }).stdout

const always = (refusal: Refusal) => (): Refusal => refusal

describe("passhat comment", () => {
  test.each(everyRuntime)(
    "writes one comment and replaces it, with the text of the markdown reporter, on %s",
    async (on) => {
      await using forge = await startForge(undefined, [
        "Looks good.",
        `${MARKER.trim()} is not at the beginning of a line`
      ])
      const first = await comment(forge.url, ["red.json"], on)
      assert.deepEqual([first.code, first.stdout, first.stderr], [0, "Wrote http://forge/pull/7#3\n", ""])
      assert.equal(forge.comments[2]?.body, MARKER + markdownOf("red.json"))
      const second = await comment(forge.url, ["green.json"], on)
      assert.deepEqual([second.code, second.stdout], [0, "Replaced http://forge/pull/7#3\n"])
      assert.equal(forge.comments.length, 3)
      assert.equal(forge.comments[2]?.body, MARKER + markdownOf("green.json"))
      assert.deepEqual(
        forge.asked.map(({ method, path }) => `${method} ${path}`),
        [
          "GET /api/v3/repos/acme/agents/issues/7/comments",
          "POST /api/v3/repos/acme/agents/issues/7/comments",
          "GET /api/v3/repos/acme/agents/issues/7/comments",
          "GET /api/v3/user",
          "PATCH /api/v3/repos/acme/agents/issues/comments/3"
        ]
      )
      assert.ok(forge.asked.every(({ token }) => token === "Bearer the token of the job"))
    }
  )

  test.each([undefined, "acme-bot"])("leaves a comment of somebody else that has its marker, as %s", async (login) => {
    const forged = { body: `${MARKER}all is well`, by: "mallory" }
    await using forge = await startForge(undefined, [forged], login)
    for (const report of ["red.json", "green.json"]) assert.equal((await comment(forge.url, [report])).code, 0)
    assert.deepEqual(
      forge.comments.map(({ body }) => body),
      [forged.body, MARKER + markdownOf("green.json")]
    )
  })

  test("does not repeat the token that a forge repeats, in whatever spelling", async () => {
    const token = 'gh"p_tö+ken/of the=job'
    const base64 = Buffer.from(`x-access-token:${token}`).toString("base64")
    const spellings = [
      token,
      base64,
      base64.replaceAll("=", ""),
      Buffer.from(token).toString("base64url"),
      encodeURIComponent(token),
      JSON.stringify(token),
      Buffer.from(token).toString("hex").toUpperCase()
    ]
    for (const status of [401, 403, 500]) {
      await using forge = await startForge(() => ({ status, message: `Bad credentials: ${spellings.join(" , ")}` }))
      const env = { ...job(forge.url), GITHUB_TOKEN: token }
      const { stderr, stdout } = await startPasshat("bun", ["comment", "red.json"], { cwd: user.folder, env }).finished
      assert.match(stdout + stderr, /Bad credentials: .*\[REDACTED:GITHUB_TOKEN:/)
      for (const spelling of spellings) assert.ok(!(stdout + stderr).includes(spelling.slice(4, -4)), stdout + stderr)
    }
  })

  test("does not repeat a token that no header can have, or that is in the address of a comment", async () => {
    const env = { ...job("http://127.0.0.1:1"), GITHUB_TOKEN: "ghp_secretOfTheJob\nand more" }
    for (const runtime of everyRuntime) {
      const { code, stderr } = await startPasshat(runtime, ["comment", "red.json"], { cwd: user.folder, env }).finished
      assert.equal(code, 2)
      assert.ok(!stderr.includes("secretOfTheJob"), stderr)
    }
    await using forge = await startForge(undefined, [], undefined, "?token=the%20token%20of%20the%20job")
    const { stdout } = await comment(forge.url, ["red.json"])
    assert.match(stdout, /^Wrote http:\/\/forge\/pull\/7\?token=\[REDACTED:GITHUB_TOKEN:/)
  })

  test("says first what is different from a baseline", async () => {
    user.run("suites/red.ts", ["--with-traces", "--quiet", "--reporter", "json=after.json"])
    // A cell that was green before.
    const report = JSON.parse(user.read("after.json"))
    const [cell] = report.suites[0].cells
    for (const part of [report, report.suites[0], cell, ...cell.runs, ...cell.gates]) part.verdict = "pass"
    for (const { checks } of [...cell.runs, ...cell.gates]) {
      for (const check of checks)
        Object.assign(check, { verdict: "pass", expected: "valid against the JSON Schema", evidence: { findings: [] } })
    }
    // Its numbers over runs would contradict the new verdicts of the runs.
    for (const gate of cell.gates) if (gate.scope === "outcomes") gate.report = {}
    delete cell.command
    user.write("before.json", JSON.stringify(report))
    await using forge = await startForge()
    const baseline = ["--baseline", "before.json"]
    const { code, stderr } = await comment(forge.url, ["after.json", ...baseline])
    assert.equal(code, 0, stderr)
    const { body = "" } = forge.comments[0] ?? {}
    assert.match(
      body,
      /^[^#]*### passhat: FAIL[^#]*#### Since `before\.json`\n\n- Newly red: `red > wanders off`\n\n\| cell \| was \| is \|/
    )
    assert.match(
      body,
      /\| `red > wanders off` \| PASS 5 of 5 \| FAIL 2 of 5 \| -60 \(-8\d to 0\) \| no difference shown \|/
    )
    const written = ["report", "after.json", "--reporter", "markdown=after.md", ...baseline]
    passhatOn("bun", written, { cwd: user.folder })
    assert.equal(body, MARKER + user.read("after.md"))
    const wrong = await comment(forge.url, ["after.json", "--baseline", "nowhere.json"])
    assert.equal(wrong.code, 2)
    assert.match(wrong.stderr, /^nowhere\.json/)
  })

  test("finds its comment behind hundreds of others, and leaves that of another name", async () => {
    const others = Array.from({ length: 230 }, (_, at) => `Comment ${at}`)
    await using forge = await startForge(undefined, [...others, `${MARKER}old`])
    assert.equal((await comment(forge.url, ["red.json"])).stdout, "Replaced http://forge/pull/7#231\n")
    const named = await comment(forge.url, ["red.json", "--name", "a --> b", "--pull-request", "7"])
    assert.equal(named.stdout, "Wrote http://forge/pull/7#232\n")
    assert.match(forge.comments[231]?.body ?? "", /^<!-- passhat a%20--%3E%20b -->\n### passhat/)
  })

  test.each([
    ["a fork", { status: 403, message: "Resource not accessible by integration" }],
    ["a token that has ended", { status: 401, message: "Bad credentials" }]
  ] as const)("leaves the report to the summary of the job if the token may not write: %s", async (_, refusal) => {
    await using forge = await startForge((__, { method }) => (method === "GET" ? undefined : refusal))
    const { code, stdout } = await comment(forge.url, ["red.json"])
    assert.equal(code, 0)
    assert.match(
      stdout,
      new RegExp(`^No comment on pull request 7: .*${refusal.status}, "${refusal.message}".*summary`)
    )
    assert.equal(forge.asked.length, 2)
  })

  test("waits as long as the forge asks for, and goes on", async () => {
    const limited = { status: 403, headers: { "retry-after": "0" }, message: "Secondary rate limit" }
    await using forge = await startForge((number) => (number < 3 ? limited : undefined))
    const { code, stdout } = await comment(forge.url, ["red.json"])
    assert.deepEqual([code, stdout, forge.asked.length], [0, "Wrote http://forge/pull/7#1\n", 4])
  })

  test("ends with 2 if the forge asks for more patience than there is", async () => {
    const limited = { status: 429, headers: { "retry-after": "3600" }, message: "Too many requests" }
    await using forge = await startForge(always(limited))
    const { code, stderr } = await comment(forge.url, ["red.json"])
    assert.equal(code, 2)
    assert.match(stderr, /^No comment on pull request 7: http:\S+ limits requests for now, "Too many requests"\. Run/)
    assert.equal(forge.asked.length, 1)
  })

  test.each([
    ["an error of the forge", { status: 500, message: "\u001b[31mboom" }, /answered with 500, "\\u001b\[31mboom"/],
    ["a redirect", { status: 302, headers: { location: "http://127.0.0.1:1/" }, message: "" }, /answered with 302/]
  ] as const)("ends with 2 and a sentence: %s", async (_, refusal, said) => {
    await using forge = await startForge(always(refusal))
    const { code, stderr } = await comment(forge.url, ["red.json"])
    assert.equal(code, 2)
    assert.match(stderr, said)
    assert.equal(stderr.trimEnd().split("\n").length, 1)
  })

  test.each([
    ["no token", { GITHUB_TOKEN: "" }, /^GITHUB_TOKEN is not set\./],
    ["no repository", { GITHUB_REPOSITORY: "../../user" }, /^GITHUB_REPOSITORY is "\.\.\/\.\.\/user", which is no/],
    ["an event that is no pull request", { GITHUB_EVENT_PATH: "" }, /^No pull request is known to comment on\./],
    ["no address", { GITHUB_API_URL: "file:///etc/passwd" }, /^GITHUB_API_URL is "file:.*no address\./]
  ] as const)("asks nothing without what it needs: %s", async (_, env, said) => {
    const args = ["comment", "red.json"]
    const { code, stderr } = await startPasshat("bun", args, {
      cwd: user.folder,
      env: { ...job("http://127.0.0.1:1"), ...env }
    }).finished
    assert.equal(code, 2)
    assert.match(stderr, said)
  })
})

interface Action {
  readonly inputs: Readonly<Record<string, { readonly default: string }>>
  readonly runs: {
    readonly steps: ReadonlyArray<{
      readonly if?: string
      readonly run?: string
      readonly env?: Readonly<Record<string, string>>
    }>
  }
}

/** Runs the steps of the action that are commands, in bash, as the runner of a forge does. Returns the code of the last. */
const runAction = async (api: string, inputs: Readonly<Record<string, string>>) => {
  const action = Result.getOrThrow(parseYaml(readFileSync(join(root, "action.yml"), "utf8"))) as unknown as Action
  const outputs = join(user.folder, "outputs.txt")
  user.write("outputs.txt", "")
  user.write("summary.md", "")
  const valueOf = (name: string): string => {
    const [kind, ...rest] = name.split(".")
    if (kind === "inputs") return inputs[rest.join(".")] ?? action.inputs[rest.join(".")]?.default ?? ""
    const [, value = ""] = new RegExp(`^${rest.at(-1)}=(.*)$`, "m").exec(user.read("outputs.txt")) ?? []
    return value
  }
  const filled = (text: string): string => text.replaceAll(/\$\{\{ ([\w.-]+) \}\}/g, (_, name: string) => valueOf(name))
  const said: Array<string> = []
  let code: number | null = null
  for (const step of action.runs.steps.filter(({ run }) => run !== undefined)) {
    const env = Object.fromEntries(Object.entries(step.env ?? {}).map(([name, text]) => [name, filled(text)]))
    const child = spawn("bash", ["--noprofile", "--norc", "-eo", "pipefail", "-c", step.run ?? ""], {
      cwd: user.folder,
      stdio: ["ignore", "pipe", "pipe"],
      env: {
        ...process.env,
        ...job(api),
        GITHUB_OUTPUT: outputs,
        GITHUB_STEP_SUMMARY: join(user.folder, "summary.md"),
        RUNNER_TEMP: user.folder,
        ...env
      }
    })
    const ended = await finishOf(child)
    said.push(ended.stdout + ended.stderr)
    code = ended.code
  }
  return { code, said, page: valueOf("outputs.page"), report: valueOf("outputs.report") }
}

describe("the action", () => {
  const command = passhatCommand("bun", []).join(" ")

  test.each([
    ["suites/red.ts", 1],
    ["suites/weather.ts", 0]
  ] as const)("of %s ends with %d, annotates, and writes summary, comment and page", async (files, expected) => {
    await using forge = await startForge()
    const { code, page, report, said } = await runAction(forge.url, { command, files, token: "t" })
    assert.equal(code, expected, said.join("\n"))
    const markdown = markdownOf(report)
    assert.equal(forge.comments[0]?.body, MARKER + markdown)
    assert.equal(user.read("summary.md"), `${markdown}\n`)
    assert.equal(/^::error /m.test(said[0] ?? ""), expected === 1)
    assert.match(readFileSync(page, "utf8"), /^<!doctype html>/i)
  })

  test("fails with 2 if passhat could not run, and comments nothing", async () => {
    await using forge = await startForge()
    const { code } = await runAction(forge.url, { command, files: "suites/nowhere.ts", token: "t" })
    assert.deepEqual([code, forge.asked.length], [2, 0])
    const gone = await runAction(forge.url, { command: "no-such-program", token: "t" })
    assert.deepEqual([gone.code, forge.asked.length], [127, 0])
  })
})
