/**
 * The code of an agent of the user's own: a change of it makes its recordings stale. Agents, server and suites are real
 * processes.
 */
import { afterAll, describe, setDefaultTimeout, test } from "bun:test"
import assert from "node:assert/strict"
import { cpSync, existsSync, rmSync } from "node:fs"
import { join } from "node:path"
import { passhatOn, project, run, root } from "../project.ts"
import { watching } from "../../features/watch/watching.ts"

setDefaultTimeout(60_000)

const suite = "suites/own.ts"

const clerk = `export const clerk = async ({ call }) => {
  const { is_error } = await call("get_weather", { city: "Sacramento" })
  return is_error ? "I found nothing." : "It is clear."
}
`

const suiteOf = (
  driver: string
): string => `import { agent, command, driver, equals, expect, main, suite } from "passhat"
import { clerk } from "../agents/clerk.js"
import { weather } from "./servers/weather.ts"

const own = suite(
  "own",
  agent("asks", { driver: ${driver}, servers: [weather], prompt: "Sacramento" }).pipe(expect("stop_reason", equals("end_turn"))),
  agent("asks again", { driver: ${driver}, servers: [weather], prompt: "Oslo" }).pipe(expect("stop_reason", equals("end_turn")))
)

export default own
await main(import.meta, own)
`

const driven = (options: string): string => `driver("clerk", "1", clerk${options})`
const named = driven(', { sources: ["agents/**/*.js"] }')
const commanded = `command(["node", "agents/say.mjs"], { name: "say" })`

const written = (driver: string) => {
  const user = project()
  user.write("agents/clerk.js", clerk)
  user.write("agents/lib/words.js", 'export const word = "clear"\n')
  user.write("agents/say.mjs", 'console.log("It is clear.")\n')
  user.write(suite, suiteOf(driver))
  // Starts sooner than Node.
  user.edit("suites/servers/weather.ts", (text) => text.replace('"node"', '"node_modules/.bin/bun"'))
  return user
}

/** One project for each driver, recorded when it is asked for first. */
const originals = new Map<string, ReturnType<typeof project>>()
afterAll(() => originals.forEach((user) => user[Symbol.dispose]()))

/** A project whose suite is recorded. */
const recorded = (driver: string) => {
  const original = originals.get(driver) ?? written(driver)
  originals.set(driver, original)
  if (!existsSync(join(original.folder, "cassettes/own"))) {
    const { code, stderr, stdout } = original.run(suite, ["--record"])
    assert.equal(code, 0, stdout + stderr)
  }
  const user = written(driver)
  cpSync(join(original.folder, "cassettes/own"), join(user.folder, "cassettes/own"), { recursive: true })
  return user
}

const staleness = (stdout: string): string => /STALE_CASSETTE: \S+ is stale: (.*)/.exec(stdout)?.[1] ?? stdout

describe.concurrent("a recording is stale after", () => {
  test.each([
    ["a change of a file that a glob matches", named, "agents/lib/words.js", "agents/lib/words.js"],
    ["a new file that a glob matches", named, "agents/lib/more.js", "agents/lib/more.js"],
    ["a change of a file that the command names", commanded, "agents/say.mjs", "agents/say.mjs"]
  ])("%s, and the message names the file", (_, driver, changed, shown) => {
    using user = recorded(driver)
    const before = user.run(suite)
    assert.equal(before.code, 0, before.stdout)
    user.write(changed, 'console.log("It is 21 degrees.")\n')
    for (const runtime of driver === commanded ? (["bun", "sealed", "node"] as const) : (["bun"] as const)) {
      const { code, stdout } = user.run(suite, [], { runtime })
      assert.equal(code, 2, stdout)
      assert.match(
        staleness(stdout),
        new RegExp(`^driver\\.sources\\["${shown}"\\] was .* and is now "[0-9a-f]{12}"\\.$`)
      )
    }
    assert.equal(user.run(suite, ["--record=missing"]).code, 0)
    assert.equal(user.run(suite).code, 0)
  })

  test("the removal of a file, and of the sources themselves", () => {
    using user = recorded(named)
    rmSync(join(user.folder, "agents/lib"), { recursive: true })
    assert.match(
      staleness(user.run(suite).stdout),
      /^driver\.sources\["agents\/lib\/words\.js"\] was ".*" and is now absent\.$/
    )
    user.write(suite, suiteOf(driven("")))
    assert.match(staleness(user.run(suite).stdout), /^driver\.sources was .* and is now absent\.$/)
  })
})

describe.concurrent("a recording is fresh after", () => {
  test("a change of line ends, from another folder and on every runtime", () => {
    using user = recorded(named)
    for (const file of ["agents/clerk.js", "agents/lib/words.js"])
      user.edit(file, (text) => text.replaceAll("\n", "\r\n"))
    for (const runtime of ["bun", "deno", "node"] as const) {
      const { code, stdout } = run(join(user.folder, suite), [], { runtime, cwd: root })
      assert.equal(code, 0, stdout)
    }
  })

  test("a change of a file that is no source, and of the gates", () => {
    using user = recorded(named)
    user.write("agents/notes.md", "Notes.\n")

    user.edit(suite, (text) => `// Another line.\n${text}`)
    const { code, stdout } = user.run(suite)
    assert.equal(code, 0, stdout)
  })
})

describe.concurrent("a recording without sources", () => {
  test("is replayed with a notice once the suite names them, and compared after it is recorded again", () => {
    using user = recorded(driven(""))
    user.write(suite, suiteOf(named))
    const { code, stdout } = user.run(suite)
    assert.equal(code, 0, stdout)
    assert.match(
      stdout,
      /NO_SOURCES: \S+ was recorded without the sources of its driver: whether they have changed is not known\./
    )
    user.write("agents/clerk.js", `${clerk}// changed\n`)
    assert.equal(user.run(suite).code, 0)
    assert.equal(user.run(suite, ["--record"]).code, 0)
    const fresh = user.run(suite)
    assert.deepEqual([fresh.code, fresh.stdout.includes("NO_SOURCES")], [0, false])
    user.write("agents/clerk.js", clerk)
    assert.equal(user.run(suite).code, 2)
  })
})

test("--watch has no verdict once a script that the command names has changed", async () => {
  using user = recorded(commanded)
  const its = watching(user.start(suite, ["--watch"]))
  assert.match(await its.report(), /\nPASS\n/)
  user.write("agents/say.mjs", 'console.log("It is 21 degrees.")\n')
  assert.match(await its.report(), /driver\.sources\["agents\/say\.mjs"\] was/)
  await its.end("SIGINT")
})

describe.concurrent("a suite", () => {
  test("whose driver has no sources says so once, and check says so as well", () => {
    using user = recorded(driven(""))
    const notice =
      'NO_SOURCES: The code of the driver "clerk" is in no fingerprint: a change of it makes no recording stale.'
    assert.equal(user.run(suite).stdout.split(notice).length, 2)
    const checked = passhatOn("bun", ["check", suite], { cwd: user.folder })
    assert.equal(checked.code, 0, checked.stdout + checked.stderr)
    assert.equal(checked.stdout.split(notice).length, 2, checked.stdout)
    user.write(suite, suiteOf(named))
    assert.ok(!user.run(suite).stdout.includes(notice))
  })

  test("whose glob matches no file is refused by name, and so it is with check and --plan", () => {
    using user = recorded(named)
    user.write(suite, suiteOf(driven(', { sources: ["agnets/**/*.js"] }')))
    const sentence = 'agent "asks": no file matches the source "agnets/**/*.js" of its driver.'
    for (const flags of [[], ["--plan"], ["--record"], ["--live-tools"]]) {
      const { code, stderr, stdout } = user.run(suite, flags)
      assert.equal(code, 2)
      assert.ok((stdout + stderr).includes(sentence), stdout + stderr)
    }
    const checked = passhatOn("bun", ["check", suite], { cwd: user.folder })
    assert.deepEqual([checked.code, checked.stdout.includes(sentence)], [2, true])
  })

  test("has its sources in its plan, sorted by path", () => {
    using user = recorded(named)
    const plan = JSON.parse(user.run(suite, ["--plan"]).stdout)
    const { driver } = plan.cells[0].behaviour
    assert.deepEqual(
      driver.sources.map(({ path }: { readonly path: string }) => path),
      ["agents/clerk.js", "agents/lib/words.js"]
    )
  })
})
