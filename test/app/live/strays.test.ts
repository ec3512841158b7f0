/**
 * Drivers that leave errors behind which no code handles, and drivers that print.
 */
import { describe, setDefaultTimeout, test } from "bun:test"
import assert from "node:assert/strict"
import type { Report } from "../../../src/base/domain/verdict/Verdict.ts"
import { everyRuntime } from "../everyRuntime.ts"
import { emptyProject, passhatOn } from "../project.ts"

setDefaultTimeout(60_000)

/** A project with an agent for each body, which makes four runs with a driver of its own. `run` counts them. */
const driven = (bodies: Readonly<Record<string, string>>, verbs = "") =>
  emptyProject({
    "package.json": `{ "type": "module" }\n`,
    "suites/driven.ts": `import { agent, before, type Drive, driver, equals, expect, main, runs, suite } from "passhat"
const sleep = (ms: number) => new Promise((done) => setTimeout(done, ms))
const acts = (name: string, drive: Drive) =>
  agent(name, { driver: driver(name, "1", drive), servers: [], prompt: "p" }).pipe(
    runs(4), ${verbs}expect("stop_reason", equals("end_turn"))
  )
${Object.values(bodies)
  .map(
    (body, at) => `let count${at} = 0
const drive${at}: Drive = async (session) => {
  const run = ++count${at}
  ${body}
  return "done"
}`
  )
  .join("\n")}
const driven = suite("driven", ${Object.keys(bodies)
      .map((name, at) => `acts(${JSON.stringify(name)}, drive${at})`)
      .join(", ")})
export default driven
await main(import.meta, driven)
`
  })

/** The verdicts of the runs of every cell. */
const verdictsIn = (stdout: string): ReadonlyArray<ReadonlyArray<string>> => {
  const report: Report = JSON.parse(stdout)
  return report.suites.flatMap(({ cells }) => cells.map(({ runs }) => runs.map(({ verdict }) => verdict)))
}

const errors = {
  "a promise that is rejected at once": 'if (run === 2) void Promise.reject(new Error("stray"))',
  "a promise that is rejected later":
    'if (run === 2) {\n void (async () => {\n await sleep(5)\n throw new Error("stray")\n })()\n await sleep(20)\n }',
  "a timer that throws":
    'if (run === 2) {\n setTimeout(() => {\n throw new Error("stray")\n }, 5)\n await sleep(20)\n }',
  "a promise of a value that is no error": 'if (run === 2) void Promise.reject("stray")'
}

describe.each(everyRuntime)("on %s", (runtime) => {
  test("an error that no code handles leaves its run without a verdict, and the report is whole", () => {
    using user = driven(errors)
    const args = ["run", "--record", "--concurrency", "1", "--reporter", "json", "--quiet"]
    const { code, stderr, stdout } = passhatOn(runtime, args, { cwd: user.folder })
    assert.deepEqual([code, stderr], [2, ""], stdout)
    assert.deepEqual(
      verdictsIn(stdout),
      Object.keys(errors).map(() => ["pass", "none", "pass", "pass"])
    )
    for (const [name, body] of Object.entries(errors)) {
      const where = body.includes('reject("stray")') ? "" : String.raw` \(suites/driven\.ts:\d+\)`
      assert.match(stdout, new RegExp(`${name}, run #2: an error was thrown that no code handles: stray${where}`))
    }
    const again = passhatOn(runtime, ["run", "--reporter", "json"], { cwd: user.folder })
    assert.equal(again.code, 2)
    for (const { verdict } of JSON.parse(again.stdout).suites[0].cells) assert.equal(verdict, "none")
  })

  test("of several runs in flight, those that it may belong to have no verdict", () => {
    using user = driven({
      acts: 'await sleep(20)\n if (run === 2) void Promise.reject(new Error("stray"))\n await sleep(100)'
    })
    const args = ["run", "--record", "--concurrency", "4", "--reporter", "json", "--quiet"]
    const { code, stderr, stdout } = passhatOn(runtime, args, { cwd: user.folder })
    assert.deepEqual([code, stderr], [2, ""])
    // Bun does not tell which run a rejection belongs to.
    assert.equal(
      verdictsIn(stdout)
        .flat()
        .filter((one) => one === "none").length,
      runtime === "bun" ? 4 : 1
    )
  })

  test("an error after its run has ended leaves the suite without a verdict", () => {
    using user = driven({
      acts: `if (run === 1) {
    const timer = setInterval(() => {
      if (count0 < 2) return
      clearInterval(timer)
      throw new Error("late")
    }, 10)
  }
  if (run === 2) await sleep(900)`
    })
    const args = ["run", "--record", "--concurrency", "1", "--reporter", "json", "--quiet"]
    const { code, stdout } = passhatOn(runtime, args, { cwd: user.folder })
    assert.equal(code, 2)
    // Deno does not tell which run a timer belongs to, so it is of the run that is in flight.
    assert.deepEqual(verdictsIn(stdout), [["pass", runtime === "deno" ? "none" : "pass", "pass", "pass"]])
    assert.match(stdout, /no code handles: late \(suites\/driven\.ts:\d+\)/)
  })

  test("what a driver or a hook prints goes to standard error while standard output has a report", () => {
    const prints = `console.log("NOISE log")
  console.info("NOISE info")
  console.table(["NOISE table"])
  console.dir("NOISE dir")
  console.group("NOISE group")
  console.groupEnd()
  process.stdout.write("NOISE write\\n")
  if ("Deno" in globalThis) (globalThis as any).Deno.stdout.writeSync(new TextEncoder().encode("NOISE Deno\\n"))`
    using user = driven({ acts: prints }, 'before(() => console.log("NOISE before")), ')
    for (const reporter of runtime === "bun" ? ["json", "ndjson", "pretty"] : ["json"]) {
      const args = ["run", "--record", "--reporter", reporter, "--quiet"]
      const { code, stderr, stdout } = passhatOn(runtime, args, { cwd: user.folder })
      assert.equal(code, 0, stderr)
      assert.doesNotMatch(stdout, /NOISE/)
      if (reporter === "json") assert.deepEqual(verdictsIn(stdout), [["pass", "pass", "pass", "pass"]])
      if (reporter === "ndjson") for (const line of stdout.trim().split("\n")) JSON.parse(line)
      for (const word of ["log", "info", "table", "dir", "group", "write", "before"]) {
        assert.equal(stderr.split(`NOISE ${word}`).length - 1, 4, word)
      }
    }
    const toFile = passhatOn(runtime, ["run", "--record", "--reporter", "json=r.json", "--quiet"], { cwd: user.folder })
    assert.match(toFile.stdout, /NOISE log/)
  })

  test("a report of long lines is on standard output all the same", () => {
    using user = driven({ acts: 'console.log("NOISE")' })
    user.edit("suites/driven.ts", (text) => text.replace('acts("acts"', `acts("${"x".repeat(20_000)}"`))
    const env = { PASSHAT_MODE: "live" }
    const { code, stderr, stdout } = passhatOn(runtime, ["run", "--reporter", "ndjson", "--quiet"], {
      cwd: user.folder,
      env
    })
    assert.equal(code, 0, stderr)
    const events = stdout.trim().split("\n")
    assert.ok(events.length > 5 && events.every((line) => typeof JSON.parse(line) === "object"), `${events.length}`)
    assert.equal(stderr, "NOISE\n".repeat(4))
  })
})
