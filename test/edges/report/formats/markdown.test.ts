import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import { markdown } from "../../../../src/edges/report/formats/markdown.ts"
import { code, fenced, tableRow } from "../../../../src/edges/report/text/markdownCode.ts"
import { many } from "../many.ts"
import { cell, check, ofCell, plain, report, run, sample, suite, renderText } from "../sample.ts"

const textFor = (value: typeof sample): string => renderText(markdown, value, plain)

describe("markdown", () => {
  test("prints the verdict, then red rows with their evidence, then a table of cells with their pass^k", () => {
    const text = textFor(sample)
    const places = [
      "### passhat: FAIL",
      "#### `FAIL  asks for the weather [claude-sonnet-4-5] #2`",
      "```text",
      "| PASS |"
    ]
    const found = places.map((place) => text.indexOf(place))
    assert.ok(!found.includes(-1), text)
    assert.deepEqual(
      found,
      found.toSorted((a, b) => a - b)
    )
    assert.match(text, /\| PASS \| `weather` \| `plans a trip` \| 2 of 3 \|  \|/)
    assert.match(
      text,
      /\| FAIL \| `weather` \| `asks for the weather \[claude-sonnet-4-5\]` \| 2 of 3 \| ▅▃▁ 66% for k = 1, 0% for k = 3 \|/
    )
  })

  test("a skipped cell is marked SKIP", () => {
    const skipped = cell({ name: "later", verdict: "none", skipped: "too slow", runs: [], gates: [] })
    assert.match(textFor(report(suite({ cells: [cell(), skipped] }))), /\| SKIP \| `weather` \| `later` \| 0 of 0 \|/)
  })

  test("the output fits into a comment, and counts the rows that do not fit", () => {
    const checks = Array.from({ length: 2_000 }, (_, at) =>
      check({ target: `${"y".repeat(at)}`, verdict: "fail", expected: "e".repeat(500), actual: 0 })
    )
    const cells = checks.map((one, at) =>
      cell({
        name: `${at} ${"n".repeat(300)}`,
        verdict: "fail",
        runs: [run(1, { verdict: "fail", checks: [one] })],
        gates: []
      })
    )
    const text = textFor(report(suite({ cells })))
    assert.ok(text.length <= 65_536, String(text.length))
    assert.match(text, /\n\d+ more causes do not fit here\.\n/)
    assert.match(text, /\n(\d+) more cells do not fit here, \1 of them red\.\n$/)
    assert.match(text, /\n\| FAIL \| /)
    for (const value of Object.values(many)) assert.ok(textFor(value).length <= 65_536)
  })

  test("an empty report is not a pass", () => {
    assert.match(textFor(report()), /^### passhat: NONE\n/)
    assert.match(textFor(ofCell()), /^### passhat: PASS\n/)
  })
})

describe("untrusted text", () => {
  test("cannot close a code span or block", () => {
    assert.equal(code("a"), "`a`")
    assert.equal(code("``"), "``` `` ```")
    assert.equal(code("a`b"), "``a`b``")
    assert.equal(code(" a "), "`  a  `")
    assert.equal(code(""), "` `")
    assert.equal(fenced(["```", "x"]), "````text\n```\nx\n````")
  })

  test("cannot close a table cell", () => {
    assert.equal(tableRow(["a|b", "c"]), "| a\\|b | c |\n")
    assert.equal(tableRow(["a\\|b"]), "| a\\\\u{7c}b |\n")
  })
})
