/**
 * docs/drivers.md: its agents run, since they need neither a model nor a key.
 */
import { afterAll, describe, test } from "bun:test"
import assert from "node:assert/strict"
import { spawnSync } from "node:child_process"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { contains } from "passhat"
import { match } from "passhat/metrics"
import { type Block, blocksOf, read, root, shown } from "./blocks.ts"
import { writeExamples } from "./examples.ts"

const page = "docs/drivers.md"
const blocks = blocksOf(page)
const { fileOf, folder, remove } = writeExamples(blocks)
afterAll(remove)

const missing = ["node", "python3"].filter((program) => Bun.which(program) === null)

describe.skipIf(missing.length > 0)(
  missing.length > 0 ? `${page} (skipped: no ${missing.join(", no ")})` : `${page}, recorded for real`,
  () => {
    const suites = blocks.filter(({ info }) => info === "ts suite").map((suite) => [suite.line, suite] as const)

    test.each(suites)("line %i: the suite has the verdict of the page, recorded and replayed", (_, suite) => {
      const told = shown(blocks).find((one) => one.suite === suite)
      const cassettes = join(folder, "cassettes", String(suite.line))
      const { status, stdout } = run(suite, "--cassettes", cassettes, "--record")
      assert.equal(status, told?.report.text.endsWith("FAIL\n") ? 1 : 0, stdout)
      assert.equal(run(suite, "--cassettes", cassettes).stdout, stdout)
      for (const [at, trace] of (told === undefined ? [] : JSON.parse(told.traces.text)).entries()) {
        const { diffs, passed } = match(contains(trace), tracesIn(cassettes)[at])
        assert.ok(passed, JSON.stringify(diffs))
      }
    })
  }
)

const run = (suite: Block, ...flags: ReadonlyArray<string>) =>
  spawnSync(process.execPath, [join(root, "dist/doors/passhat.js"), "run", fileOf(suite), ...flags], {
    cwd: folder,
    encoding: "utf8"
  })

const tracesIn = (cassettes: string): ReadonlyArray<object> =>
  readdirSync(cassettes, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".jsonl"))
    .flatMap((name) => readFileSync(join(cassettes, name), "utf8").trim().split("\n").slice(1, -1))
    .map((line) => JSON.parse(line))
    .map(({ observations, trace }) => ({ ...trace, observations }))

describe("tables", () => {
  /** What stands in code in the first columns. */
  const listed = new Set(
    Array.from(read(page).matchAll(/^\| (`[^|]*)/gm), ([, cell = ""]) => cell.match(/\w+/g) ?? []).flat()
  )

  test("every member of a session is on the page", () => {
    const [, session = ""] = /interface Session \{([^]*?)\n\}/.exec(read("src/base/domain/recording/Driver.ts")) ?? []
    const members = Array.from(session.matchAll(/readonly (\w+)/g), ([, name = ""]) => name)
    assert.ok(members.includes("callEffect"))
    assert.deepEqual(
      members.filter((name) => !listed.has(name)),
      []
    )
  })

  test("every variable of a program is on the page", () => {
    const variables = Array.from(
      read("src/engine/layers/live/command/commands.ts").matchAll(/(PASSHAT_\w+):/g),
      ([, name = ""]) => name
    )
    assert.equal(variables.length, 5)
    assert.deepEqual(
      variables.filter((name) => !listed.has(name)),
      []
    )
  })
})
