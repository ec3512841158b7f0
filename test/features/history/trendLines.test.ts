import { test } from "bun:test"
import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { trendLines } from "../../../src/features/history/trendLines.ts"
import { print } from "../../../src/edges/report/text/Line.ts"
import { sampleText, sampleTrends } from "./sampleTrends.ts"

test("trends are printed as kept: a bar a row, a mark where conditions changed, and what is worse", () => {
  assert.equal(sampleText, readFileSync(join(import.meta.dirname, "trends.txt"), "utf8"))
})

test("names that a terminal would obey are escaped, and leave the form of the table alone", () => {
  const hostile = "x\u001b[2J\n::error::y\u202e"
  const cells = sampleTrends.cells.map((cell) => ({ ...cell, name: hostile, suite: hostile }))
  const text = trendLines({ ...sampleTrends, cells })
    .map((line) => print(line, false))
    .join("\n")
  assert.equal(text.split("\n").length, sampleText.trimEnd().split("\n").length)
  assert.ok(!text.includes("\u001b") && !text.includes("\u202e"))
})
