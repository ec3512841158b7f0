/**
 * Every example of the documentation: it type-checks, it runs, and what it prints is what its page shows.
 */
import { afterAll, describe, test } from "bun:test"
import assert from "node:assert/strict"
import { spawnSync } from "node:child_process"
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { compiledOf } from "../suites.ts"
import { type Block, blocksOf, pages, root, shown } from "./blocks.ts"
import { printed } from "./printed.ts"

const blocks = pages.flatMap(blocksOf)
const place = ({ line, page }: Block): string => `${page}:${line}`
const marked = (info: string) =>
  blocks.filter((block) => block.info === info).map((block) => [place(block), block] as const)

/** Inside the repository, so that `passhat` resolves to itself, and beside copies of the suites' own servers. */
const generated = join(import.meta.dirname, ".generated")
mkdirSync(generated, { recursive: true })
const folder = mkdtempSync(join(generated, "examples-"))
const fileOf = ({ line, page }: Block): string => join(folder, `${page.replaceAll(/[/\\]/g, "-")}-${line}.ts`)
const suiteOf = async (block: Block) => (await import(fileOf(block))).default

cpSync(join(root, "suites"), folder, { recursive: true })
writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ extends: "../../../../tsconfig.json", include: ["."] }))
for (const [, block] of ["ts", "ts run", "ts suite"].flatMap(marked)) writeFileSync(fileOf(block), block.text)
afterAll(() => rmSync(folder, { recursive: true }))

describe("examples", () => {
  test("every one of them type-checks", () => {
    const tsc = join(root, "node_modules/.bin/tsc")
    const { stdout } = spawnSync(tsc, ["-p", folder, "--pretty", "false"], { cwd: folder, encoding: "utf8" })
    // What is wrong with src itself is told by the check of the whole repository.
    const errors = stdout.split("\n").filter((line) => line.includes("error TS") && !line.startsWith(".."))
    assert.deepEqual(errors, [])
  })

  test.each(marked("ts run"))("%s holds what it asserts", (_, block) => {
    const { status, stderr } = spawnSync(process.execPath, [fileOf(block)], { cwd: root, encoding: "utf8" })
    assert.equal(status, 0, stderr)
  })

  test.each(marked("ts suite"))("%s compiles to a plan", async (_, block) => {
    assert.ok(compiledOf(await suiteOf(block)).plan.cells.length > 0)
  })

  test.each(shown(blocks).map((one) => [place(one.report), one] as const))(
    "%s is the report of the traces above it",
    async (_, { report, suite, traces }) => {
      assert.equal(printed(await suiteOf(suite), JSON.parse(traces.text)), report.text)
    }
  )
})

describe("the pages of the gates show nothing that is not tested", () => {
  const onPages = blocks.filter(({ page }) => page.startsWith(join("docs", "gates")))

  test("every block is of a kind that is", () => {
    const kinds = new Set(["ts", "ts run", "ts suite", "json", "text"])
    assert.deepEqual(onPages.filter(({ info }) => !kinds.has(info)).map(place), [])
  })

  test("every trace and every report belongs to a suite", () => {
    const claimed = new Set(shown(onPages).flatMap(({ report, traces }) => [traces, report]))
    const stray = onPages.filter((block) => (block.info === "json" || block.info === "text") && !claimed.has(block))
    assert.deepEqual(stray.map(place), [])
  })
})
