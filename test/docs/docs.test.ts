/**
 * Every example of the documentation: it type-checks, it runs, and what it prints is what its page shows.
 */
import { afterAll, describe, test } from "bun:test"
import assert from "node:assert/strict"
import { spawnSync } from "node:child_process"
import { join } from "node:path"
import { compiledOf } from "../suites.ts"
import { type Block, blocksOf, pages, read, root, shown } from "./blocks.ts"
import { writeExamples } from "./examples.ts"
import { printed } from "./printed.ts"

const blocks = pages.flatMap(blocksOf)
const place = ({ line, page }: Block): string => `${page}:${line}`
const marked = (info: RegExp) =>
  blocks.filter((block) => info.test(block.info)).map((block) => [place(block), block] as const)

const { fileOf, folder, remove } = writeExamples(blocks)
afterAll(remove)
const suiteOf = async (block: Block) => (await import(fileOf(block))).default

describe("examples", () => {
  test("every example type-checks", () => {
    const tsc = join(root, "node_modules/.bin/tsc")
    const { stdout } = spawnSync(tsc, ["-p", folder, "--pretty", "false"], { cwd: folder, encoding: "utf8" })
    // What is wrong with src itself is told by the check of the whole repository.
    const errors = stdout.split("\n").filter((line) => line.includes("error TS") && !line.startsWith(".."))
    assert.deepEqual(errors, [])
  })

  test.each(marked(/^ts run$/))("%s runs, and its assertions hold", (_, block) => {
    const { status, stderr } = spawnSync(process.execPath, [fileOf(block)], { cwd: root, encoding: "utf8" })
    assert.equal(status, 0, stderr)
  })

  test.each(marked(/^ts suite$/))("%s compiles to a plan", async (_, block) => {
    assert.ok(compiledOf(await suiteOf(block)).plan.cells.length > 0)
  })

  test.each(shown(blocks).map((one) => [place(one.report), one] as const))(
    "%s is the report of the traces above it",
    async (_, { report, suite, traces }) => {
      assert.equal(printed(await suiteOf(suite), JSON.parse(traces.text)), report.text)
    }
  )

  test.each(marked(/^text suites\//))("%s is printed by its suite, in this order", (_, { info, text }) => {
    holds(spawnSync(process.execPath, info.split(" ").slice(1), { cwd: root, encoding: "utf8" }).stdout, text)
  })

  test.each(marked(/^text test\//))("%s is in the kept report, in this order", (_, { info, text }) => {
    holds(read(info.slice("text ".length)), text)
  })

  /** Every line of the text stands in what is printed, in the same order and as often. */
  const holds = (whole: string, text: string): void => {
    const lines = text.trimEnd().split("\n")
    assert.deepEqual(
      whole
        .trimEnd()
        .split("\n")
        .filter((line) => lines.includes(line)),
      lines
    )
  }
})

describe("every block of a page is tested", () => {
  const inGates = blocks.filter(({ page }) => page.startsWith(join("docs", "gates")))
  const others = new Set(
    ["drivers", "effect", "faults", "layers", "recording", "reference", "reports", "selecting", "testing"].map((page) =>
      join("docs", `${page}.md`)
    )
  )
  const beside = blocks.filter(({ page }) => others.has(page))

  test("every block is of a tested kind", () => {
    const unknown = [
      ...inGates.filter(({ info }) => !/^(ts( run| suite)?|json|text)$/.test(info)),
      ...beside.filter(
        ({ info }) =>
          !/^(ts( run| suite)?|json|text( suites\/\w+\.ts( --reporter \w+)?| test\/[\w/.-]+)?|python|sh)$/.test(info)
      )
    ]
    assert.deepEqual(unknown.map(place), [])
  })

  test("every trace and every report belongs to a suite", () => {
    const told = [...inGates, ...beside]
    const claimed = new Set(shown(told).flatMap(({ report, traces }) => [traces, report]))
    const stray = told.filter((block) => (block.info === "json" || block.info === "text") && !claimed.has(block))
    assert.deepEqual(stray.map(place), [])
  })
})
