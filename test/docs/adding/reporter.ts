/**
 * A reporter: `tap` prints a line of the Test Anything Protocol for each row of a report.
 */
import { type Addition, before } from "./Addition.ts"

const format = `/**
 * The Test Anything Protocol, version 14: a line for each run, gate and issue.
 */
import { escapeLine } from "../../../base/std/escape.ts"
import type { Reporter } from "../Reporter.ts"
import { isRed } from "../Row.ts"
import { sections } from "../sections.ts"

export const tap: Reporter = {
  name: "tap",
  render: function* (report) {
    const rows = sections(report).flatMap((section) => section.rows)
    yield \`TAP version 14\\n1..\${rows.length}\\n\`
    for (const [at, row] of rows.entries()) {
      yield \`\${isRed(row) ? "not ok" : "ok"} \${at + 1} - \${escaped(row.title)}\${row.mark === "SKIP" ? " # SKIP" : ""}\\n\`
    }
  }
}

/** A hash sign would begin a directive. */
const escaped = (text: string): string => escapeLine(text).replace(/[\\\\#]/g, "\\\\$&")
`

const test = `import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import { tap } from "../../../../src/edges/report/formats/tap.ts"
import { lines } from "../../../../soak/output/structures.ts"
import { ofCell, plain, renderText, report, sample, withText } from "../sample.ts"

describe("tap", () => {
  test("every line of a green report is ok", () => {
    assert.doesNotMatch(renderText(tap, ofCell(), plain), /^not ok/m)
  })

  test("a red report has a line that is not ok", () => {
    assert.match(renderText(tap, sample, plain), /^not ok \\d+ - FAIL/m)
  })

  test("an empty report that does not pass has a line that is not ok", () => {
    assert.match(renderText(tap, { ...report(), verdict: "none" }, plain), /^not ok 1 - NONE/m)
  })

  test("hostile text adds no line", () => {
    const printed = (text: string) => lines(renderText(tap, withText(sample, () => text), plain))
    assert.equal(printed("a\\nnot ok 1\\u001b[2J"), printed("a"))
  })
})
`

const reporters = ["test/app/run/reporters.test.ts"]
const own = ["test/edges/report/formats/tap.test.ts"]

export const reporter: Addition = {
  section: "Adding a reporter",
  name: "tap",
  files: {
    "src/edges/report/formats/tap.ts": { text: format, heldBy: own },
    "src/app/run/reporters.ts": {
      text: before(
        '  { name: "otlp"',
        '  { name: "tap", load: async () => (await import("../../edges/report/formats/tap.ts")).tap },\n'
      ),
      heldBy: reporters
    },
    "test/edges/report/formats/tap.test.ts": { text: test, heldBy: own },
    "soak/output/structures.ts": { text: before("  pretty: lines,", "  tap: lines,\n"), heldBy: reporters },
    "docs/reports.md": {
      text: before("| `otlp` ", "| `tap` | whatever reads the Test Anything Protocol | at the end |\n"),
      heldBy: reporters
    }
  },
  shown: { args: ["suites/weather.ts", "--reporter", "tap"], prints: /^TAP version 14\n1\.\.\d+\nok 1 - PASS/ }
}
