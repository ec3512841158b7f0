import { describe, test } from "bun:test"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import assert from "node:assert/strict"
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { pathToFileURL } from "node:url"
import { compileSuites } from "../../../src/cli/compileSuites.ts"
import { noFlags } from "../../../src/cli/noFlags.ts"
import { projectOf } from "../../../src/cli/project.ts"
import { runSuite } from "../../../src/cli/runSuite.ts"
import { worldOf } from "../../../src/cli/world.ts"
import * as Files from "../../../src/layers/platform/fileSystem.ts"
import suiteOfWeather from "../../../suites/weather.ts"
import { emptyProject, root, run } from "../project.ts"
import { cassette, spoilt, weather } from "../spoilt.ts"

describe("a report", () => {
  test.each(["bun", "deno", "node"] as const)("has the same bytes with workers on %s", (runtime) => {
    const expected = run("suites/chaos.ts", ["--reporter", "json", "--workers", "0"])
    assert.deepEqual(run("suites/chaos.ts", ["--reporter", "json", "--workers", "2"], { runtime }), expected)
  })

  test("refuses fewer workers than none", () => {
    const { code, stderr } = run("suites/chaos.ts", ["--workers", "-1"])
    assert.equal(code, 2)
    assert.match(stderr, /--workers is -1\. Give it a whole number from 0\./)
  })
})

const path = join(root, weather)
const loaded = { suite: suiteOfWeather, project: projectOf(path), url: pathToFileURL(path).href }
const [compiled] = compileSuites([loaded], {})
const suite = compiled !== undefined && "plan" in compiled ? compiled : assert.fail("it compiles")

const judged = (cassettes: string, workers: number) => {
  const flags = { ...noFlags, cache: false, cassettes: Option.some(cassettes), workers: Option.some(workers) }
  const options = { concurrency: 1, means: {}, traces: false, bail: false, stop: Effect.never }
  return runSuite(suite, worldOf("replay", {})(suite, flags), options).pipe(
    Effect.map(({ verdict }) => verdict),
    Effect.provide(Files.layer),
    Effect.runPromise
  )
}

describe("a verdict", () => {
  const text = readFileSync(join(root, cassette), "utf8")
  test.each(["nothing unusual", ...Object.keys(spoilt)])("is the same with workers of %s", async (name) => {
    const folder = mkdtempSync(join(tmpdir(), "passhat-"))
    const file = join(folder, cassette.replace("cassettes/", ""))
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, spoilt[name]?.(text) ?? text)
    const [alone, together] = [await judged(folder, 0), await judged(folder, 1)]
    rmSync(folder, { recursive: true })
    assert.deepEqual(together, alone)
    if (name === "nothing unusual") assert.equal(alone.verdict, "pass")
  })
})

const RUNS = 5_000

/** A suite whose gate says on standard error when it first looks at a run, and takes its time for each. */
const suiteOf = (steps: number): string => `
  import { agent, atLeast, gate, main, runs, suite } from "passhat"
  let said = false
  const slow = gate({
    name: "slow", scope: "run", targets: { n: "count" }, expect: { n: atLeast(1) }, readsAnswers: false,
    measure: ({ final_response }) => {
      if (!said && ${steps} > 0) process.stderr.write("judging\\n")
      said = true
      let n = final_response.startsWith("4711") ? 0 : 1
      for (let at = 0; at < ${steps}; at++) n = (n + at) % 7 + 1
      return { n }
    }
  }, {})
  const long = suite("long", agent("answers", { model: "claude-m", servers: [], prompt: "p" }).pipe(runs(${RUNS}), slow))
  export default long
  await main(import.meta, long)
`

/** A project with a recording of 20 MB. Removed by `using`. */
const longProject = (steps: number) => {
  const user = emptyProject({ "package.json": `{ "type": "module" }\n`, "suites/long.ts": suiteOf(steps) })
  const [cell] = JSON.parse(user.run("suites/long.ts", ["--plan"]).stdout).cells
  const header = {
    agent: cell.agent,
    fingerprint: { parts: cell.behaviour, sha256: cell.fingerprint },
    format: "passhat-cassette",
    model: cell.model,
    passhat: "0.1.0",
    recorded_at: "2026-01-02T03:04:05.000Z",
    servers: [],
    suite: "long",
    version: 2
  }
  const recorded = Array.from({ length: RUNS }, (_, at) => {
    const text = `${at + 1} ${"word ".repeat(800)}`
    const answer = { calls: [], stop_reason: "end_turn", text, usage: { input: 1, output: 1 } }
    return { exchanges: [{ answer, kind: "model" }], index: at + 1, outcome: { status: "completed" } }
  })
  const lines = [header, ...recorded].map((line) => `${JSON.stringify(line)}\n`)
  user.write(`cassettes/${cell.id}.jsonl`, lines.join(""))
  return user
}

describe("a large recording", () => {
  test.each(["bun", "deno", "node"] as const)("has the same words shared out, kept and alone on %s", (runtime) => {
    using user = longProject(0)
    const env = { PASSHAT_CACHE: join(user.folder, "cache") }
    const alone = user.run("suites/long.ts", ["--workers", "0", "--no-cache"], { env })
    assert.equal(alone.code, 1)
    assert.match(alone.stdout, /#4711/)
    assert.deepEqual(user.run("suites/long.ts", ["--workers", "2", "--no-cache"], { env, runtime }), alone)
    // On the short way, then kept for the next time, then judged from what was kept.
    for (const _ of [1, 2, 3]) assert.deepEqual(user.run("suites/long.ts", [], { env, runtime }), alone)
    assert.ok(
      readdirSync(join(user.folder, "cache"), { recursive: true }).some((name) => `${name}`.endsWith("digests"))
    )
  })
})

describe("Ctrl-C while several replay a recording", () => {
  const ways = [
    ["bun", []],
    ["deno", []],
    ["bun", ["--workers", "1"]],
    ["deno", ["--workers", "1"]],
    ["node", ["--workers", "1"]]
  ] as const
  test.each(ways)("ends it, and says so, on %s with %j", async (runtime, flags) => {
    using user = longProject(200_000)
    const { child, finished } = user.start("suites/long.ts", flags, { runtime })
    child.stderr?.once("data", () => child.kill("SIGINT"))
    const { code, stdout } = await finished
    assert.equal(code, 130)
    assert.match(stdout, /interrupted/i)
  })
})
