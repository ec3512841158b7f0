/**
 * The published runs of tau-bench, compared by the command: what docs/comparing.md shows is what it prints.
 */
import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import { existsSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { blocksOf } from "../../docs/blocks.ts"
import { passhatOn } from "../../app/project.ts"
import { tauBench, writeTauBench } from "./tauBench.ts"

const isHere = existsSync(tauBench)
const name = isHere ? "tau-bench" : `tau-bench (skipped: no recordings at ${tauBench})`

describe.skipIf(!isHere)(name, () => {
  test("two halves of its trials show no difference, in the words of the documentation", () => {
    const folder = mkdtempSync(join(tmpdir(), "passhat-tau-"))
    assert.equal(writeTauBench(join(folder, "before"), [0, 1]), 100)
    assert.equal(writeTauBench(join(folder, "after"), [2, 3]), 100)
    const { code, stdout } = passhatOn("bun", ["compare", "before", "after"], { cwd: folder })
    rmSync(folder, { recursive: true })
    assert.equal(code, 0)
    const printed = new Set(stdout.split("\n"))
    const block = blocksOf(join("docs", "comparing.md")).find(({ info }) => info === "text tau-bench")
    const shown = block?.text.trimEnd().split("\n") ?? []
    assert.equal(shown.length, 6)
    assert.deepEqual(
      shown.filter((line) => !printed.has(line)),
      []
    )
  }, 120_000)
})
