import { describe, setDefaultTimeout, test } from "bun:test"
import assert from "node:assert/strict"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as fc from "fast-check"
import type { ShownCell } from "../../../src/features/html/Overview.ts"
import { packedCell } from "../../../src/features/html/packedCell.ts"
import { unpackedCell } from "../../../src/features/html/page/data.ts"
import { run as runSuite, root } from "../../app/project.ts"
import { anyText } from "../../edges/report/hostile.ts"
import { cell, run } from "../../edges/report/sample.ts"
import { cellOfBlock } from "./cellsOfPage.ts"

setDefaultTimeout(60_000)

const packed = (shown: ShownCell): string => [...packedCell(shown)].join("")

/** What the page of a browser reads, and what zlib reads, is what was written. */
const isReadBack = async (shown: ShownCell): Promise<void> => {
  const text = packed(shown)
  const read = await unpackedCell(text)
  // Not deepEqual of the values: it would take minutes for megabytes.
  assert.equal(JSON.stringify(read), JSON.stringify({ ...cellOfBlock(text) }))
  const { before, runs, ...rest } = shown
  const members = { ...rest, runs, ...(before !== undefined && { before }) }
  assert.equal(sorted(read), sorted(members))
}

const sorted = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === "object" && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner
  )

/** Text that no run of the test changes, and that repeats nothing: a generator of Park and Miller. */
const noise = (length: number): string => {
  let seed = 42
  return Array.from({ length }, () => ((seed = (seed * 48_271) % 0x7f_ff_ff_ff) % 36).toString(36)).join("")
}

describe("a packed cell", () => {
  test("is read back by the page as it was written", async () => {
    const texts = fc.array(fc.tuple(anyText, fc.integer({ min: 1, max: 300 })), { maxLength: 20 })
    await fc.assert(
      fc.asyncProperty(texts, (parts) =>
        isReadBack(
          cell({ runs: parts.map(([text, times], at) => run(at + 1, { report: { said: text.repeat(times) } })) })
        )
      )
    )
  })

  test.each([0, 1, 8_191, 8_192, 32_767, 32_768, 65_536, 98_304, 200_000, 1_000_000])(
    "is read back with runs of %d characters",
    async (length) => {
      const said = noise(length)
      const runs = [said, said.slice(1), said, "short"].map((text, at) => run(at + 1, { report: { said: text } }))
      await isReadBack(cell({ runs }))
      await isReadBack({ ...cell({ runs }), before: runs.toReversed() })
    }
  )

  test("is read back with many runs, and is smaller than its JSON", async () => {
    const runs = Array.from({ length: 3_000 }, (_, at) => run(at + 1, { report: { n: at, said: noise(at % 97) } }))
    await isReadBack(cell({ runs }))
    assert.ok(packed(cell({ runs })).length < JSON.stringify(runs).length / 4)
  })
})

test("the page has the same bytes on Bun, Deno and Node", () => {
  const folder = mkdtempSync(join(tmpdir(), "passhat-pages-"))
  const pages = (["bun", "deno", "node"] as const).map((runtime) => {
    const file = join(folder, `${runtime}.html`)
    const args = ["--quiet", "--reporter", `html=${file}`]
    const { code, stderr } = runSuite(join(root, "suites/chaos.ts"), args, { runtime, cwd: root })
    assert.equal(code, 0, stderr)
    return readFileSync(file)
  })
  rmSync(folder, { recursive: true })
  const [first = Buffer.of()] = pages
  assert.ok(first.length > 100_000)
  for (const page of pages) assert.equal(Buffer.compare(page, first), 0)
})
