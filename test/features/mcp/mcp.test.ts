/**
 * `passhat mcp`, asked by the client of the SDK over stdio.
 */
import { describe, setDefaultTimeout, test } from "bun:test"
import assert from "node:assert/strict"
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { eventually, hasProc, marked, newMark } from "../../processes.ts"
import { agent } from "../../../src/edges/report/formats/agent.ts"
import { plain, renderText } from "../../edges/report/sample.ts"
import { startStandin } from "../../standin/standin.ts"
import { everyRuntime } from "../../app/everyRuntime.ts"
import { emptyProject, passhatOn, project, root } from "../../app/project.ts"
import { served } from "./clients.ts"

setDefaultTimeout(300_000)

const weather = { files: ["suites/weather.ts"] }
const red = { files: ["suites/red.ts"] }
const redCassette = "cassettes/red/wanders-off/claude-sonnet-4-5.jsonl"
const manifest = { "package.json": `{ "type": "module" }\n` }

const greeting = readFileSync(join(root, "test/app/live/suites/greeting.ts"), "utf8")

/** A suite file that does something while it is loaded. */
const doing = (what: string): string => `import { writeFileSync, writeSync } from "node:fs"\n${what}\n${greeting}`

describe.concurrent("a verdict", () => {
  test("every tool answers: green and red are verdicts, and a changed suite is seen by the next call", async () => {
    using user = project()
    await using server = await served({ folder: user.folder })
    const { tools } = await server.client.listTools()
    assert.deepEqual(
      tools.map(({ name }) => name),
      ["plan", "run", "explain", "compare", "show"]
    )

    const green = await server.call("run", weather)
    assert.deepEqual(
      [green.isError, green.structured?.["verdict"], green.structured?.["exit_code"]],
      [false, "pass", 0]
    )
    assert.match(green.text, /^PASS: 0 failed · 0 undecided · 1 passed \(1 cell, 5 runs\)/)

    user.edit("suites/weather.ts", (text) => text.replace("runs(5)", 'runs(5), wants("stop_reason", is("other"))'))
    user.edit("suites/weather.ts", (text) => `import { equals as is, expect as wants } from "passhat"\n${text}`)
    const changed = await server.call("run", weather)
    assert.deepEqual([changed.isError, changed.structured?.["verdict"]], [false, "fail"], changed.text)
    assert.match(changed.text, /stop_reason is "end_turn", expected equal to "other"/)

    const failing = await server.call("run", red)
    const byHand = passhatOn("bun", ["run", "suites/red.ts", "--reporter", "json"], { cwd: user.folder })
    assert.deepEqual([failing.isError, failing.structured?.["exit_code"]], [false, byHand.code])
    assert.deepEqual(failing.structured?.["report"], JSON.parse(byHand.stdout))
    assert.equal(failing.text, renderText(agent, JSON.parse(byHand.stdout), plain))

    const why = await server.call("explain", { ...red, filter: "wanders" })
    assert.equal(why.isError, false)
    assert.match(why.text, /^FAIL: 1 failed · /)
    assert.match(why.text, /> 24 +expect\("tool_calls\[0\]\.args\.city", equals\("Sacramento"\)\)/)
    assert.match(why.text, /call toolu_r2_t1_1: weather get_weather \{"city":"Sacremento"/)
    assert.ok(why.text.includes(`run #2 in ${redCassette}:`))

    const plan = await server.call("plan", red)
    assert.equal(plan.isError, false)
    assert.match(JSON.stringify(plan.structured?.["plans"]), /"suite":"red"/)
    assert.match(
      plan.text,
      /^red\n {2}cell +model +runs[^]*wanders off +claude-sonnet-4-5 +5 [^]*at most 50 model calls/
    )

    const shown = await server.call("show", { cassette: redCassette, diff: 1, b: "2" })
    assert.equal(shown.isError, false)
    assert.match(shown.text, /run #1[^]*run #2[^]*Sacremento/)

    const compared = await server.call("compare", {
      baseline: "cassettes/red",
      candidate: "cassettes/red",
      behaviourDecides: true
    })
    assert.deepEqual(
      [compared.isError, compared.structured?.["verdict"]],
      [false, "no difference shown"],
      compared.text
    )
    assert.deepEqual(server.strangers, [])
  })

  test.each(everyRuntime)(
    "what a suite prints stays off the protocol, and a suite that exits gives no verdict, on %s",
    async (on) => {
      using user = project()
      const noise = [`console.log("{}")`, `process.stdout.write("noise")`, `writeSync(1, "more noise\\n")`].join("\n")
      user.edit("suites/weather.ts", (text) => `import { writeSync } from "node:fs"\n${noise}\n${text}`)
      user.write("suites/exits.ts", doing(`process.exit(0)`))
      await using server = await served({ folder: user.folder, on })
      const noisy = await server.call("run", weather)
      assert.deepEqual([noisy.isError, noisy.structured?.["verdict"]], [false, "pass"])
      const exits = await server.call("run", { files: ["suites/exits.ts"] })
      assert.deepEqual([exits.isError, exits.structured], [true, undefined])
      assert.match(exits.text, /The process was ended at suites\/exits\.ts:2.*\nThe command ended with exit code 2\.$/)
      assert.deepEqual(server.strangers, [])
    }
  )

  test("a plan has nothing of what its suite prints, and a suite that spoils it gives no plan", async () => {
    using user = emptyProject({
      ...manifest,
      "suites/prints.ts": doing(`console.log("noise")`),
      "suites/writes.ts": doing(`writeSync(1, "noise")`)
    })
    await using server = await served({ folder: user.folder })
    const plan = await server.call("plan", { files: ["suites/prints.ts"] })
    assert.match(JSON.stringify(plan.structured), /^\{"exit_code":0,"plans":\[\{.*"suite":"greeting"/)
    const spoilt = await server.call("plan", { files: ["suites/writes.ts"] })
    assert.deepEqual([spoilt.isError, spoilt.structured], [true, undefined])
    assert.deepEqual(server.strangers, [])
  })
})

describe.concurrent("what cannot be judged", () => {
  test("is an error that says why: no recording, no cell, no suite, a suite that does not load", async () => {
    using user = emptyProject({
      ...manifest,
      "suites/greeting.ts": greeting,
      "other/suites/broken.ts": "export default 1 +"
    })
    await using server = await served({ folder: user.folder })
    const missing = await server.call("run")
    assert.deepEqual(
      [missing.isError, missing.structured?.["verdict"], missing.structured?.["exit_code"]],
      [true, "none", 2]
    )
    assert.match(missing.text, /cassettes\/greeting\/says-hello\/claude-sonnet-4-5\.jsonl/)
    for (const [given, sentence] of [
      [{ filter: "nothing" }, /"nothing"/],
      [{ files: ["suites/none.ts"] }, /No file matches suites\/none\.ts/],
      [{ files: ["other/suites/broken.ts"] }, /broken\.ts could not be loaded/],
      [{ runs: 0 }, /runs\(0\) is not a whole number/]
    ] as const) {
      const answer = await server.call("run", given)
      assert.equal(answer.isError, true, answer.text)
      assert.equal(answer.structured?.["verdict"] ?? "none", "none")
      assert.match(answer.text, sentence)
    }
  })

  test("tells nothing of the secrets that a suite writes to standard error itself", async () => {
    const secret = "hunter2-hunter2-hunter2"
    const tells = `process.stderr.write("It is " + process.env.SOME_API_KEY + ".\\n")\nthrow new Error("No suite today.")`
    using user = emptyProject({ ...manifest, "suites/tells.ts": tells })
    await using server = await served({ folder: user.folder, env: { SOME_API_KEY: secret } })
    const { isError, text } = await server.call("run")
    assert.ok(isError)
    assert.match(text, /It is \[REDACTED:/)
    assert.ok(!text.includes(secret))
  })

  test("is an error if the exit code contradicts the report, which is no verdict then", async () => {
    using user = project()
    user.edit("suites/weather.ts", (text) => `process.on("exit", () => process.exit(3))\n${text}`)
    await using server = await served({ folder: user.folder })
    const answer = await server.call("run", weather)
    assert.deepEqual([answer.isError, answer.structured?.["verdict"]], [true, "none"], answer.text)
    assert.match(answer.text, /The command ended with exit code 3\.\nSo this is no verdict:\nPASS/)
    assert.equal(answer.structured?.["report"], undefined)
  })

  test("is an error if a suite never settles, after the time of a call", async () => {
    using user = emptyProject({
      ...manifest,
      "suites/hangs.ts": doing("setInterval(() => {}, 1_000)\nawait new Promise(() => {})")
    })
    await using server = await served({ folder: user.folder, args: ["--timeout", "1"] })
    const answer = await server.call("run")
    assert.deepEqual([answer.isError, answer.structured], [true, undefined])
    assert.match(answer.text, /^passhat run was ended after 1 s, and there is no verdict\./)
    assert.equal((await server.client.listTools()).tools.length, 5)
  })
})

describe.skipIf(!hasProc)("a suite that hangs", () => {
  const hang = `writeFileSync("pid", String(process.pid))\nsetInterval(() => {}, 1_000)\nawait new Promise(() => {})`

  /** A server with a call whose suite is being loaded, and hangs. */
  const hanging = async (folder: string) => {
    const mark = newMark()
    const server = await served({ folder, env: { TEST_MARK: mark } })
    const cancelled = new AbortController()
    const call = server.call("run", {}, cancelled.signal).catch(() => "cut")
    const pid = (): string => (existsSync(join(folder, "pid")) ? readFileSync(join(folder, "pid"), "utf8") : "")
    await eventually(() => marked(mark).includes(pid()), 120_000)
    return { server, cancelled, call, isGone: () => !marked(mark).includes(pid()) }
  }

  test("is ended when the client cancels the call, and the server goes on", async () => {
    using user = emptyProject({ ...manifest, "suites/hangs.ts": doing(hang) })
    const { call, cancelled, isGone, server } = await hanging(user.folder)
    await using _ = server
    cancelled.abort()
    assert.equal(await call, "cut")
    await eventually(isGone, 120_000)
    assert.equal((await server.client.listTools()).tools.length, 5)
  })

  test("is ended when the client leaves", async () => {
    using user = emptyProject({ ...manifest, "suites/hangs.ts": doing(hang) })
    const { call, isGone, server } = await hanging(user.folder)
    await server.client.close()
    assert.equal(await call, "cut")
    await eventually(isGone, 120_000)
  })
})

describe.concurrent("what a client may ask", () => {
  test("the newer protocol has the same tools and answers, and the project may be another folder", async () => {
    using user = project()
    const protocol = { pin: "2026-07-28" }
    await using server = await served({ folder: tmpdir(), args: [user.folder], protocol })
    assert.equal(server.client.getNegotiatedProtocolVersion(), "2026-07-28")
    assert.equal((await server.client.listTools()).tools.length, 5)
    const { isError, structured } = await server.call("run", red)
    assert.deepEqual([isError, structured?.["verdict"]], [false, "fail"])
  })

  test("wrong inputs are refused by name, with what is right", async () => {
    using user = project()
    await using server = await served({ folder: user.folder })
    for (const [tool, given, sentence] of [
      ["run", { fliter: "x" }, /There is no input "fliter" \(did you mean "filter"\?\)/],
      ["run", { files: "suites/weather.ts" }, /The input files is "suites\/weather\.ts"\. Give it a list of texts\./],
      ["run", { runs: "three" }, /The input runs is "three"\. Give it a whole number\./],
      ["run", { filter: "a\0b" }, /Give it a text\./],
      ["run", { record: "all" }, /There is no input "record"/],
      ["run", { reporter: ["json=/tmp/x"] }, /There is no input "reporter"/],
      ["compare", { baseline: "cassettes" }, /candidate/],
      ["show", { cassette: "--help" }, /--help/]
    ] as const) {
      const answer = await server.call(tool, given)
      assert.deepEqual([answer.isError, answer.structured], [true, undefined], answer.text)
      assert.match(answer.text, sentence)
    }
    const nulls = await server.call("run", { ...weather, filter: null, tag: null, runs: null })
    assert.deepEqual([nulls.isError, nulls.structured?.["verdict"]], [false, "pass"])
    await assert.rejects(server.call("bless"), { code: -32602, message: /Unknown tool: bless$/ })
  })

  test("nothing outside of the project is read: by its path, by a link, or by a link in a folder", async () => {
    const elsewhere = mkdtempSync(join(tmpdir(), "passhat-elsewhere-"))
    using user = project()
    writeFileSync(join(elsewhere, "suite.ts"), greeting)
    writeFileSync(join(elsewhere, "one.jsonl"), user.read(redCassette))
    mkdirSync(join(user.folder, "linked"))
    symlinkSync(join(elsewhere, "suite.ts"), join(user.folder, "linked/suite.ts"))
    symlinkSync(elsewhere, join(user.folder, "other"))
    await using server = await served({ folder: user.folder })
    for (const [tool, given] of [
      ["run", { files: [join(elsewhere, "suite.ts")] }],
      ["run", { files: ["../nowhere.ts"] }],
      ["run", { files: ["../**/*.ts"] }],
      ["run", { files: ["linked/suite.ts"] }],
      ["run", { files: ["linked"] }],
      ["explain", { files: ["other/*.ts"] }],
      ["plan", { files: ["{linked,other}/*.ts"] }],
      ["run", { ...weather, cassettes: elsewhere }],
      ["show", { cassette: join(elsewhere, "one.jsonl") }],
      ["show", { cassette: "other" }],
      ["show", { cassette: "/etc/passwd" }],
      ["compare", { baseline: "cassettes/red", candidate: "../cassettes" }],
      ["show", { cassette: redCassette, diff: 1, b: "1", other: "other/one.jsonl" }]
    ] as const) {
      const answer = await server.call(tool, given)
      assert.deepEqual([answer.isError, answer.structured], [true, undefined], JSON.stringify([given, answer]))
      assert.match(answer.text, /leads out of the project, and nothing outside of it is read\./)
    }
    rmSync(elsewhere, { recursive: true })
  })

  test("only suites of the project are loaded: no other file, no dot folder, no recording, no package, and no link to one", async () => {
    const marks = (name: string): string =>
      `import { writeFileSync } from "node:fs"\nwriteFileSync("${name}.loaded", "")\n`
    const strangers = ["deploy.ts", ".hidden/suites/a.ts", "suites/.hidden/b.ts", "suites/cassettes/c.ts"]
    strangers.push("cassettes/suites/d.ts", "node_modules/suites/e.ts", "suites/.f.ts", "suites/Cassettes/g.ts")
    using user = emptyProject({
      ...manifest,
      "suites/greeting.ts": `${marks("greeting")}${greeting}`,
      ...Object.fromEntries(strangers.map((file, at) => [file, `${marks(String(at))}${greeting}`]))
    })
    symlinkSync("../deploy.ts", join(user.folder, "suites/link.ts"))
    await using server = await served({ folder: user.folder })
    for (const tool of ["plan", "run", "explain"]) {
      for (const file of [...strangers, "suites/link.ts", ".hidden", "cassettes", "*.ts", "suites/.hidden/*.ts"]) {
        const { isError, text } = await server.call(tool, { files: [file] })
        assert.ok(isError)
        assert.match(
          text,
          /^\S+ is no suite of the project, and is not loaded\. Name files in a folder suites, and none/,
          file
        )
      }
    }
    rmSync(join(user.folder, "suites/link.ts"))
    for (const given of [{}, { files: ["suites"] }, { files: ["suites/**/*.ts"] }, { files: ["**/suites/*.ts"] }]) {
      assert.equal((await server.call("plan", given)).isError, false)
    }
    assert.deepEqual(
      readdirSync(user.folder).filter((name) => name.endsWith(".loaded")),
      ["greeting.loaded"]
    )
  })

  test("the folder has to be a project, and flags that cannot hold are refused with exit code 2", () => {
    using user = project()
    for (const [args, sentence] of [
      [["suites"], /is inside of the project .*Serve that one/],
      [["nowhere"], /nowhere is no folder\./],
      [["--timeout", "0"], /--timeout is 0\./],
      [["--max-tokens-total", "5"], /nothing is served that spends\. Add --allow-live/]
    ] as const) {
      const { code, stderr, stdout } = passhatOn("bun", ["mcp", ...args], { cwd: user.folder })
      assert.deepEqual([code, stdout], [2, ""])
      assert.match(stderr, sentence)
    }
  })
})

describe.concurrent("spending", () => {
  const hello = { turns: [{ text: "Hello.", usage: { input: 10, output: 2 } }] }
  const cassette = "cassettes/greeting/says-hello/claude-sonnet-4-5.jsonl"
  const place = async () => {
    const standin = await startStandin({ scripts: () => [hello] })
    const user = emptyProject({ ...manifest, "suites/greeting.ts": greeting })
    return {
      standin,
      folder: user.folder,
      env: { ANTHROPIC_API_KEY: "stand-in", ANTHROPIC_BASE_URL: standin.url },
      [Symbol.asyncDispose]: async (): Promise<void> => {
        await standin.close()
        user[Symbol.dispose]()
      }
    }
  }

  test("needs the flag of the server: neither a client nor PASSHAT_MODE can record without it", async () => {
    await using here = await place()
    await using server = await served({ folder: here.folder, env: { ...here.env, PASSHAT_MODE: "record" } })
    for (const tool of ["record", "live_agent", "live_tools"]) {
      await assert.rejects(server.call(tool), { code: -32602, message: /start passhat mcp with --allow-live/ })
    }
    assert.equal((await server.call("run")).isError, true)
    assert.equal((await server.call("explain")).isError, true)
    assert.equal(here.standin.requests.length, 0)
    assert.ok(!existsSync(join(here.folder, cassette)))
  })

  test("with the flag, record records what is missing, and the next run judges it", async () => {
    await using here = await place()
    await using server = await served({ folder: here.folder, env: here.env, args: ["--allow-live"] })
    const { tools } = await server.client.listTools()
    assert.deepEqual(
      tools.filter(({ annotations }) => annotations?.readOnlyHint !== true).map(({ name }) => name),
      ["plan", "run", "explain", "record", "live_agent", "live_tools"],
      "what loads suites executes them"
    )
    assert.equal((await server.call("run")).isError, true)
    assert.equal(here.standin.requests.length, 0)
    const recorded = await server.call("record", { filter: "says hello" })
    assert.deepEqual([recorded.isError, recorded.structured?.["verdict"]], [false, "pass"], recorded.text)
    assert.equal(here.standin.requests.length, 8)
    assert.equal((await server.call("run")).structured?.["verdict"], "pass")
    assert.equal((await server.call("record")).structured?.["verdict"], "pass")
    assert.equal(here.standin.requests.length, 8)
  })

  test("with the flag, live_tools asks the servers, and live_agent refuses what has no code to run", async () => {
    using user = project()
    await using server = await served({ folder: user.folder, args: ["--allow-live"] })
    const tools = await server.call("live_tools", { ...weather, runs: 2 })
    assert.deepEqual([tools.isError, tools.structured?.["verdict"]], [false, "pass"], tools.text)
    const code = await server.call("live_agent", weather)
    assert.deepEqual([code.isError, code.structured], [true, undefined])
    assert.match(code.text, /no agent that is selected has one/)
  })

  test("a call spends no more than the user allows, whatever the client asks for", async () => {
    await using here = await place()
    const args = ["--allow-live", "--max-tokens-total", "0"]
    await using server = await served({ folder: here.folder, env: here.env, args })
    for (const given of [{}, { maxTokensTotal: 1_000_000 }, { maxTokensTotal: null, record: null }]) {
      const answer = await server.call("record", given)
      assert.equal(answer.isError, true, answer.text)
    }
    assert.equal(here.standin.requests.length, 0)
  })
})
