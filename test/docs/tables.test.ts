import { test } from "bun:test"
import assert from "node:assert/strict"
import { pages, read } from "./blocks.ts"

/** Runs of lines that begin with a bar, outside of code. */
const tablesOf = (page: string): ReadonlyArray<ReadonlyArray<string>> => {
  const prose = read(page).replace(/^```[^]*?^```/gm, "")
  return [...prose.matchAll(/(?:^\|.*(?:\n|$))+/gm)].map(([table]) => table.trimEnd().split("\n"))
}

test.each(pages)("%s has no row of a table without the table's head", (page) => {
  for (const [head = "", rule = "", ...rows] of tablesOf(page)) {
    assert.match(rule, /^\|(?: ?:?-+:? ?\|)+$/, `below ${head}`)
    assert.ok(rows.length > 0, head)
  }
})
