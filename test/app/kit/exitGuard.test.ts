import { afterAll, describe, setDefaultTimeout, test } from "bun:test"
import assert from "node:assert/strict"
import { existsSync } from "node:fs"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { everyRuntime } from "../everyRuntime.ts"
import { emptyProject, nodeOn, passhatOn, project, root } from "../project.ts"

setDefaultTimeout(60_000)

const names = "agent, driver, equals, expect, gate, main, runs, suite"

/** A suite of one agent with a driver of its own, whose runs are made one after the other. */
const driven = (drive: string, verbs = 'runs(3), expect("stop_reason", equals("end_turn"))') => `
import { ${names} } from "passhat"
let count = 0
const its = driver("its", "1", ${drive})
const driven = suite("driven", agent("acts", { driver: its, servers: [], prompt: "p" }).pipe(${verbs}))
export default driven
await main(import.meta, driven)
`

const record = ["--record", "--concurrency", "1", "--reporter", "json=report.json"]

const projectOf = (file: string, text: string) =>
  emptyProject({ "package.json": `{ "type": "module" }\n`, [file]: text })

const running = ["run", "--reporter", "json=report.json"]

/** Of the tests whose suites are beside shipped ones. */
const shipped = project()
afterAll(() => shipped[Symbol.dispose]())

describe.each(everyRuntime)("on %s, the exit code is 2 until everything is judged and written", (runtime) => {
  const exits: ReadonlyArray<readonly [string, string]> = [
    ["process.exit(0)", "\nprocess.exit(0)\n"],
    ["process.exit()", "\nprocess.exit()\n"],
    ["process.exit(0) in a timer", "\nsetTimeout(() => { process.exit(0) }, 1)\nawait new Promise(() => {})\n"],
    ["process.exit(0) after an exit code of its own", "process.exitCode = 0\nprocess.exit(0)\n"],
    ...(runtime === "deno" ? ([["Deno.exit(0)", "\nDeno.exit(0)\n"]] as const) : [])
  ]
  test.each(exits)("a suite that calls %s while it loads is named, beside a red one", (how, text) => {
    shipped.write("suites/broken.ts", text)
    for (const args of how === "process.exit(0)" ? [running, ["check"], ["plan"]] : [running]) {
      const { code, stderr, stdout } = passhatOn(runtime, args, { cwd: shipped.folder })
      assert.deepEqual([code, stdout], [2, ""], stderr)
      assert.match(stderr, /^The process was ended at suites\/broken\.ts:2, before .+, so the exit code is 2\. .+\n$/)
      assert.ok(!existsSync(join(shipped.folder, "report.json")))
    }
  })

  test("a call of process.exit that leaves no frame on Bun", () => {
    using user = projectOf("suites/a.ts", "setTimeout(() => process.exit(0), 1)\nawait new Promise(() => {})\n")
    const { code, stderr } = passhatOn(runtime, ["run"], { cwd: user.folder })
    assert.equal(code, 2)
    assert.match(stderr, /^The process was ended (?:at suites\/a\.ts:1|by code of a suite), before .+\n$/)
  })

  test("a suite that never finishes loading", () => {
    using user = projectOf("suites/a.ts", "await new Promise(() => {})\n")
    const { code, stderr } = passhatOn(runtime, ["run"], { cwd: user.folder })
    // Deno ends such a program by itself, with a message and the exit code of its own.
    if (runtime === "deno") assert.deepEqual([code, /Top-level await promise never resolved/.test(stderr)], [1, true])
    else {
      assert.equal(code, 2)
      assert.match(stderr, /^The process ended while suites\/a\.ts was loaded, before .+\n$/)
    }
  })

  test("an error of a timer while suites load", () => {
    using user = projectOf(
      "suites/a.ts",
      'setTimeout(() => {\n  throw new Error("late")\n})\nawait new Promise(() => {})\n'
    )
    const { code, stderr, stdout } = passhatOn(runtime, ["run"], { cwd: user.folder })
    assert.deepEqual([code, stdout], [2, ""])
    assert.match(stderr, /^suites\/a\.ts could not be loaded: late \(suites\/a\.ts:2\)\. .+\n$/)
  })

  const inDriver: ReadonlyArray<readonly [string, string]> = [
    ["a driver", "() => { if (++count === 2) process.exit(0); return 'done' }"],
    [
      "a timer of a driver",
      "() => ++count === 2 ? new Promise(() => setTimeout(() => { process.exit(0) }, 5)) : 'done'"
    ]
  ]
  test.each(inDriver)("process.exit(0) in %s: the runs before it are kept", (_, drive) => {
    using user = projectOf("suites/driven.ts", driven(drive))
    for (const start of [
      () => passhatOn(runtime, ["run", "suites/driven.ts", ...record], { cwd: user.folder }),
      ...(runtime === "node" ? [] : [() => user.run("suites/driven.ts", record, { runtime })])
    ]) {
      const { code, stderr } = start()
      assert.equal(code, 2, stderr)
      assert.match(stderr, /^The process was ended at suites\/driven\.ts:4, before .+, so the exit code is 2\. .+\n$/m)
      assert.ok(!existsSync(join(user.folder, "report.json")))
      const journal = user.read("cassettes/driven/acts/its.jsonl.journal")
      assert.match(journal, /"index":1/)
      assert.doesNotMatch(journal, /"index":2/)
    }
    user.edit("suites/driven.ts", (text) => text.replace("++count === 2", "++count === 0"))
    const resumed = passhatOn("bun", ["run", "--record=missing"], { cwd: user.folder })
    assert.equal(resumed.code, 0, resumed.stdout + resumed.stderr)
  })

  test("process.exit(0) in an own gate, in a replay", () => {
    using user = projectOf("suites/driven.ts", driven("() => 'done'"))
    assert.equal(passhatOn("bun", ["run", ...record], { cwd: user.folder }).code, 0)
    const own =
      'gate({ name: "own/gate", scope: "run", targets: { m: "count" }, measure: () => { process.exit(0) }, expect: { m: equals(1) } }, {})'
    user.edit("suites/driven.ts", (text) => text.replace('expect("stop_reason", equals("end_turn"))', own))
    const { code, stderr, stdout } = passhatOn(runtime, ["run", "--reporter", "json"], { cwd: user.folder })
    assert.deepEqual([code, stdout], [2, ""], stderr)
    assert.match(stderr, /^The process was ended at suites\/driven\.ts:5, before .+\n$/)
  })

  const direct = (text: string) => {
    shipped.write("suites/own.ts", text)
    if (runtime !== "node") return shipped.run("suites/own.ts", [], { runtime })
    shipped.write(
      "strip.mjs",
      `import { register } from "node:module"\nregister("${pathToFileURL(join(root, "dist/app/kit/stripTypes.js"))}")\n`
    )
    return nodeOn(["--import", "./strip.mjs", "suites/own.ts"], { cwd: shipped.folder })
  }
  const red = 'import { main } from "passhat"\nimport red from "./red.ts"\n'
  const green = 'import { main } from "passhat"\nimport weather from "./weather.ts"\n'

  test("after the report is written it is that of the report", () => {
    const ended = direct(`${red}await main(import.meta, red)\nprocess.exit(0)\n`)
    assert.equal(ended.code, 1)
    assert.match(ended.stdout, /\nFAIL\n$/)
    assert.match(ended.stderr, /^The process was ended at suites\/own\.ts:4 with exit code 0; .+ is 1\.\n$/)
    assert.equal(direct(`${red}await main(import.meta, red)\nprocess.exitCode = 0\n`).code, 1)
    const passed = direct(`${green}await main(import.meta, weather)\nprocess.exit(0)\n`)
    assert.deepEqual([passed.code, passed.stderr], [0, ""])
  })

  test("an error after the report, or beside it, is never green", () => {
    const thrown = direct(`${green}await main(import.meta, weather)\nthrow new Error("later")\n`)
    assert.equal(thrown.code, 2)
    assert.match(thrown.stderr, /later \(suites\/own\.ts:4\)/)
    const before = direct(`${green}Promise.reject(new Error("before"))\nawait 1\nawait main(import.meta, weather)\n`)
    assert.ok(before.code === 1 || before.code === 2, `${before.code}`)
    const beside = direct(`${green}Promise.reject(new Error("beside"))\nawait main(import.meta, weather)\n`)
    assert.equal(beside.code, 2)
    assert.match(`${beside.stdout}${beside.stderr}`, /beside \(suites\/own\.ts:3\)/)
  })

  test("two calls of main end with the worse of both", () => {
    const both = 'import { main } from "passhat"\nimport red from "./red.ts"\nimport weather from "./weather.ts"\n'
    const one = direct(`${both}await main(import.meta, red)\nawait main(import.meta, weather)\n`)
    assert.equal(one.code, 1)
    assert.match(one.stdout, /\nFAIL\n[^]*\nPASS\n$/)
  })
})

test("importing passhat listens to nothing, and so does a suite that is imported", () => {
  using user = project()
  const count =
    'console.log(["exit", "uncaughtException", "unhandledRejection"].map((name) => process.listenerCount(name)))'
  user.write("import.ts", `import "passhat"\nimport "./suites/weather.ts"\n${count}\nprocess.exit(3)\n`)
  for (const runtime of ["bun", "deno"] as const) {
    const { code, stdout } = user.run("import.ts", [], { runtime, env: { NO_COLOR: "1" } })
    assert.deepEqual([code, stdout], [3, "[ 0, 0, 0 ]\n"])
  }
})
