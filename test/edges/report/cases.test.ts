import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import { caseTables } from "../../../src/engine/judge/caseTables.ts"
import { agent } from "../../../src/edges/report/formats/agent.ts"
import { github } from "../../../src/edges/report/formats/github.ts"
import { junit } from "../../../src/edges/report/formats/junit.ts"
import { markdown } from "../../../src/edges/report/formats/markdown.ts"
import { pretty } from "../../../src/edges/report/formats/pretty.ts"
import { numbered, tableOf } from "./caseReport.ts"
import { cell, plain, renderText, report, suite } from "./sample.ts"

const tableIn = (text: string): ReadonlyArray<string> => text.slice(text.indexOf("  cases/x.csv\n")).split("\n")

describe("a table of cases in columns of a terminal", () => {
  test("has forty rows at most, red ones first, and says how many of the others are red", () => {
    const lines = tableIn(renderText(pretty, tableOf(numbered(500), ["m", "n"]), plain))
    assert.equal(lines.filter((line) => line.includes("FAIL 1/2")).length, 40)
    assert.ok(lines.some((line) => line.trim() === "460 more cases, 10 of them red"))
    const names = lines.slice(2, 42).map((line) => line.slice(0, 52))
    assert.equal(new Set(names).size, 40)
  })

  test("puts columns that do not fit beside each other below, and breaks no line", () => {
    const models = ["first", "second", "third", "fourth"].map((name) => `a-model-with-a-long-name-${name}`)
    const text = renderText(pretty, tableOf(numbered(3), models), { ...plain, width: 80 })
    const heads = text.split("\n").filter((line) => line.startsWith("    case  "))
    assert.equal(heads.length, 2)
    assert.equal(new Set(heads.join("  ").trim().split(/ {2,}/)).size, 5, "no two models have one name")
    assert.ok(
      tableIn(text).every((line) => line.length <= 80),
      text
    )
  })

  test("is not shown in a quiet report, and a suite without cases has none", () => {
    assert.ok(!renderText(pretty, tableOf(["a"], ["m"]), { ...plain, quiet: true }).includes("cases/x.csv"))
    assert.ok(!renderText(pretty, report(suite({ cells: [cell()] })), plain).includes("cases passed"))
  })

  test("names rows by their agents if two agents are made of one row", () => {
    const { suites } = tableOf(["asks", "plans"], ["m"])
    const cells = (suites[0]?.cells ?? []).map((one) => ({ ...one, case: { table: "cases/x.csv", row: "one" } }))
    const text = renderText(pretty, report(suite({ cells, ...caseTables(cells) })), plain)
    assert.match(text, /\n {4}asks +PASS 2\/2\n {4}plans +PASS 2\/2\n/)
    assert.match(text, /m: 2 of 2 cases passed; 4 of 4 runs passed: 100\.0 %\n/, "one case has no interval")
  })
})

describe("hostile names of cases", () => {
  const hostile = ["<script>x</script>", "::error::x", "a|b`c", "\u001b[31mred", "]]>&"]
  const value = tableOf([...hostile, ...numbered(5)], ["m", "n|<b>"])

  test.each([agent, github, junit, markdown, pretty])("are text for $name", (reporter) => {
    const text = renderText(reporter, value, plain)
    assert.ok(!text.includes("\u001b"))
    assert.ok(text.split("\n").every((line) => !line.startsWith("::error::")))
    if (reporter.name === "junit") assert.ok(!text.includes("<script>"))
  })

  test("a table that does not fit into a comment is cut, and says so", () => {
    const text = renderText(markdown, tableOf(numbered(3_000), ["m", "n"]), plain)
    assert.ok(text.length <= 65_536, String(text.length))
    assert.match(text, /\n\d+ more cases do not fit here, 0 of them red\.\n/)
    assert.match(text, /\n- `n`: 2700 of 3000 cases passed; 5700 of 6000 runs passed: 95\.0 %, with 95 % confidence /)
  })
})
