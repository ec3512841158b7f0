/**
 * docs/migrating: every name of passhat in a table exists.
 */
import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import * as passhat from "passhat"
import * as metrics from "passhat/metrics"
import { pages, read } from "./blocks.ts"

const migrating = pages.filter((page) => page.includes("migrating"))

describe("tables", () => {
  test.each(migrating)("%s: each function in the right column is exported by passhat", (page) => {
    const told = rowsOf(page).flatMap((cells) =>
      Array.from(
        cells
          .slice(1)
          .join(" ")
          .matchAll(/\b([a-z]\w+)\(/g),
        ([, name = ""]) => name
      )
    )
    const known = new Set([...Object.keys(passhat), ...Object.keys(metrics), "map", "openaiCompatible"])
    assert.ok(told.length > 5)
    assert.deepEqual(
      told.filter((name) => !known.has(name)),
      []
    )
  })

  test("mcptest: every matcher and every gate has a row", () => {
    const told = rowsOf("docs/migrating/mcptest.md").flat().join(" ")
    const names = ["equals", "contains", "regex", "schema", "not", "atLeast", "atMost", "stability", "trajectory"]
    const gates = ["toolSelection", "trajectoryAxes", "goldenPath", "reliability", "recovery", "narrative", "expect"]
    assert.deepEqual(
      [...names, ...gates].filter((name) => !told.includes(`${name}(`)),
      []
    )
  })
})

const rowsOf = (page: string): ReadonlyArray<ReadonlyArray<string>> =>
  read(page)
    .split("\n")
    .filter((line) => line.startsWith("| "))
    .map((line) => line.split(/(?<!\\)\|/).slice(1, -1))
