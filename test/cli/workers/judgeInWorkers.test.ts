import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { compileSuites } from "../../../src/cli/compileSuites.ts"
import { noFlags } from "../../../src/cli/noFlags.ts"
import { projectOf } from "../../../src/cli/project.ts"
import type { RunFlags } from "../../../src/cli/runFlags.ts"
import { judgeCells } from "../../../src/cli/runSuite.ts"
import { judgeInWorkers } from "../../../src/cli/workers/judgeInWorkers.ts"
import { worldOf } from "../../../src/cli/world.ts"
import * as Files from "../../../src/layers/platform/fileSystem.ts"
import chaos from "../../../suites/chaos.ts"
import { run } from "../project.ts"

const path = join(import.meta.dirname, "../../../suites/chaos.ts")
const [suite] = compileSuites([{ suite: chaos, project: projectOf(path), url: pathToFileURL(path).href }], noFlags)
const compiled = suite !== undefined && "plan" in suite ? suite : assert.fail("it compiles")

const brought = (flags: Partial<RunFlags>, url = compiled.url) =>
  judgeInWorkers({ ...compiled, url: url ?? "" }, { ...noFlags, cache: false, ...flags }, false).pipe(
    Effect.provide(Files.layer),
    Effect.runPromise
  )

const here = judgeCells(compiled, { concurrency: 1, means: {}, traces: false, stop: Effect.never }).pipe(
  Effect.provide(worldOf("replay", {})(compiled, noFlags)),
  Effect.provide(Files.layer),
  Effect.runPromise
)

describe("cells that are judged in workers", () => {
  test("have the verdicts that they have here", async () => {
    const { cells } = await here
    assert.ok(cells.length > 3)
    const found = await brought({ workers: Option.some(3) })
    assert.deepEqual(
      found.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
      cells.toSorted((a, b) => (a.id < b.id ? -1 : 1))
    )
  })

  test("are none where their recordings are small, or where nobody is to help", async () => {
    assert.deepEqual(await brought({}), [])
    assert.deepEqual(await brought({ workers: Option.some(0) }), [])
  })

  test("are left to whoever asked where a worker fails", async () => {
    assert.deepEqual(await brought({ workers: Option.some(2) }, "file:///nowhere/suite.ts"), [])
  })
})

describe("a report", () => {
  test.each(["bun", "deno", "node"] as const)("has the same bytes with workers on %s", (runtime) => {
    const expected = run("suites/chaos.ts", ["--reporter", "json"])
    assert.deepEqual(run("suites/chaos.ts", ["--reporter", "json", "--workers", "2"], { runtime }), expected)
  })

  test("refuses fewer workers than none", () => {
    const { code, stderr } = run("suites/chaos.ts", ["--workers", "-1"])
    assert.equal(code, 2)
    assert.match(stderr, /--workers is -1\. Give it a whole number from 0\./)
  })
})
