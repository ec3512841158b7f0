/**
 * The imports of a test file decide its lane.
 */
import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import manifest from "../../package.json" with { type: "json" }
import { laneOf, lanes, root, type Sources, smoke, testFiles } from "./lanes.ts"
import { ofShard } from "./shard.ts"

const read = (file: string): string => readFileSync(join(root, file), "utf8")

/** A test file, the code that it imports, and a module of `src`. */
const withCode = (inTest: string, inHelper = "", inSrc = ""): Sources => {
  const files: { readonly [file: string]: string } = {
    "test/a.test.ts": inTest,
    "test/helper.ts": inHelper,
    "src/app/run.ts": inSrc
  }
  return (file) => files[file]
}

const spawning = 'import { spawn } from "node:child_process"\nspawn("ls")'

describe("a test file belongs to the lane", () => {
  test.each<readonly [string, string, Sources]>([
    ["unit", "where it starts nothing", withCode('import "./helper.ts"')],
    ["world", "where it starts a process", withCode(spawning)],
    ["world", "where it starts a process by Bun", withCode('Bun.spawn(["ls"])')],
    ["world", "where it starts a browser", withCode('import { chromium } from "playwright-core"\nchromium.launch()')],
    ["world", "where it connects to PostgreSQL", withCode('import pg from "pg"\nnew pg.Client()')],
    ["world", "where a helper starts a process", withCode('import "./helper.ts"', spawning)],
    ["world", "where a helper that it loads later does", withCode('await import("./helper.ts")', spawning)],
    ["world", "where src does", withCode('import "../src/app/run.ts"', "", spawning)],
    ["unit", "where src may, once it loads more", withCode('import "../src/app/run.ts"', "", 'import("./helper.ts")')],
    ["unit", "where only a type comes from there", withCode('import type { ChildProcess } from "node:child_process"')],
    ["matrix", "where it goes over all runtimes", withCode('import "./app/everyRuntime.ts"')],
    ["matrix", "where it makes a soak, which starts processes", withCode(`import "../soak/soaks.ts"\n${spawning}`)]
  ])("%s %s", (lane, _, sources) => {
    assert.equal(laneOf("test/a.test.ts", sources), lane)
  })

  test("unit if it is the smoke test, which starts every command once", () => {
    assert.ok(testFiles.includes(smoke))
    assert.equal(laneOf(smoke), "unit")
  })
})

describe("the lanes", () => {
  const filesOf = (lane: string): ReadonlyArray<string> => testFiles.filter((file) => laneOf(file) === lane)

  test.each(lanes)("%s has test files", (lane) => {
    assert.ok(filesOf(lane).length > 0)
  })

  test("of the soaks and of the tests on every runtime is the matrix", () => {
    const named = testFiles.filter((file) => /soakTest\.ts"|everyRuntime\.ts"|\/programs\.ts"/.test(read(file)))
    const values = named.filter((file) => !/import type \{[^}]*\} from "[^"]*everyRuntime\.ts"/.test(read(file)))
    assert.ok(values.length > 20)
    assert.deepEqual(
      values.filter((file) => laneOf(file) !== "matrix" && file !== "test/lanes/lanes.test.ts"),
      []
    )
  })

  test("unit has no file that names a module which starts processes", () => {
    const starting = /^import (?!type ).* from "(?:node:child_process|playwright-core)"|\bBun\.spawn(?:Sync)?\(/m
    assert.deepEqual(
      filesOf("unit").filter((file) => file !== "test/lanes/lanes.test.ts" && starting.test(read(file))),
      []
    )
  })

  test("are each a script of package.json, and .ci/run runs them all", () => {
    const scripts = lanes.map((lane) => (lane === "unit" ? "test" : `test:${lane}`))
    assert.deepEqual(
      scripts.map((name) => Object.entries(manifest.scripts).find(([script]) => script === name)?.[1]),
      lanes.map((lane) => `bun run test/lanes/run.ts ${lane}`)
    )
    for (const name of scripts) assert.match(read(".ci/run"), new RegExp(`^lane npm (?:run )?${name}$`, "m"))
  })

  test("have every file in exactly one of their shards", () => {
    const shards = [1, 2, 3, 4].map((part) => ofShard(testFiles, `${part}/4`))
    assert.deepEqual(shards.flat().toSorted(), testFiles)
    assert.throws(() => ofShard(testFiles, "5/4"), /--shard is "5\/4"/)
    assert.throws(() => ofShard(testFiles, "0/4"), /--shard is "0\/4"/)
  })
})
