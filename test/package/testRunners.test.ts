/**
 * Suites as tests of `bun test`, `deno test` and `node --test`, each started for real over the packed package.
 */
import { describe, setDefaultTimeout, test } from "bun:test"
import assert from "node:assert/strict"
import { spawnSync } from "node:child_process"
import { cpSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { root, runtimes } from "../app/project.ts"
import { unpacked } from "./tarball.ts"

setDefaultTimeout(120_000)

const [deno] = runtimes.deno

/** How each imports `test`, and runs a file of tests. */
const runners = {
  "bun test": [`import { test } from "bun:test"`, process.execPath, "test"],
  "deno test": ["const { test } = Deno", deno, "test", "-A", "--no-check"],
  "node --test": [`import { test } from "node:test"`, "node", "--test"]
} as const

/** The red suite and the weather suite of this repository, as JavaScript: Node 20 reads no types. */
const project = () => {
  const user = unpacked()
  cpSync(join(root, "cassettes"), join(user.folder, "cassettes"), { recursive: true })
  const transpiler = new Bun.Transpiler({ loader: "ts" })
  for (const file of ["red", "weather", "gates/frugal", "gates/steady", "servers/weather"]) {
    const text = transpiler.transformSync(readFileSync(join(root, `suites/${file}.ts`), "utf8"))
    user.write(`suites/${file}.js`, text.replaceAll('.ts"', '.js"'))
  }
  const run = (runner: keyof typeof runners, body: string) => {
    const [imports, command, ...args] = runners[runner]
    user.write(
      "suites.test.js",
      `${imports}\nimport { assertSuite, run, skip, suite, testSuite } from "passhat"\n${body}`
    )
    const { status, stderr, stdout } = spawnSync(command, [...args, "./suites.test.js"], {
      cwd: user.folder,
      encoding: "utf8",
      env: { ...process.env, NO_COLOR: "1", FORCE_COLOR: undefined }
    })
    return { status, text: stdout + stderr }
  }
  return { ...user, run }
}

const words = [
  "red: wanders off did not pass.",
  "tool_results[0].is_error is true, expected equal to false",
  "again: passhat run suites/red.js --cell red/wanders-off/claude-sonnet-4-5 --verbose"
]

describe.each(Object.keys(runners) as ReadonlyArray<keyof typeof runners>)("in %s", (runner) => {
  test("a green suite is a passing test, and a red one fails with the words of passhat", () => {
    using user = project()
    const green = user.run(
      runner,
      `import weather from "./suites/weather.js"\ntest("weather", async () => { await assertSuite(weather) })`
    )
    assert.equal(green.status, 0, green.text)
    const red = user.run(
      runner,
      `import red from "./suites/red.js"\ntest("red", async () => { await assertSuite(red) })`
    )
    assert.equal(red.status, 1, red.text)
    for (const word of words) assert.ok(red.text.includes(word), `${word} in ${red.text}`)
  })

  test("each cell is a test: a red one is one failing test, and the others pass", () => {
    using user = project()
    const { status, text } = user.run(
      runner,
      `import red from "./suites/red.js"
       import weather from "./suites/weather.js"
       await testSuite(weather, test)
       await testSuite(red, test)`
    )
    assert.equal(status, 1, text)
    const counted = {
      "bun test": /\n 1 pass\n 1 fail/,
      "deno test": /1 passed .*1 failed/,
      "node --test": /# pass 1\n# fail 1/
    }
    assert.match(text, counted[runner])
    for (const word of words) assert.ok(text.includes(word), `${word} in ${text}`)
  })

  test("what has no verdict fails: a missing recording, and an empty selection", () => {
    using user = project()
    const { status, text } = user.run(
      runner,
      `import weather from "./suites/weather.js"
       test("missing", async () => { await assertSuite(weather, { cassettes: "elsewhere" }) })
       test("empty", async () => { await assertSuite(weather, { filter: "no such cell" }) })
       test("unknown", async () => { await testSuite(weather, () => {}, { filter: "no such cell" }) })`
    )
    assert.equal(status, 1, text)
    assert.match(
      text,
      { "bun test": /\n 0 pass\n 3 fail/, "deno test": /0 passed .*3 failed/, "node --test": /# fail 3/ }[runner]
    )
    assert.match(text, /elsewhere\/weather\/.* does not exist/)
    assert.equal(text.split("selects no cell").length > 2, true, text)
  })
})
