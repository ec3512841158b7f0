import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import type { Coverage, ToolCoverage } from "../../../src/base/domain/verdict/Coverage.ts"
import { coverageShares } from "../../../src/base/domain/verdict/coverageShares.ts"
import type { Report } from "../../../src/base/domain/verdict/Verdict.ts"
import { github } from "../../../src/edges/report/formats/github.ts"
import { html } from "../../../src/features/html/html.ts"
import { junit } from "../../../src/edges/report/formats/junit.ts"
import { markdown } from "../../../src/edges/report/formats/markdown.ts"
import { pretty } from "../../../src/edges/report/formats/pretty.ts"
import { ofCell, plain, renderText } from "./sample.ts"

const tool = (name: string, changes: Partial<ToolCoverage> = {}): ToolCoverage => ({
  tool: name,
  calls: 1,
  errors: 0,
  arguments: [],
  ...changes
})

const tools: ReadonlyArray<ToolCoverage> = [
  tool("find", {
    arguments: [
      { path: "text", given: 1 },
      { path: "limit", given: 0 },
      {
        path: "state",
        given: 1,
        values: [
          { value: "open", used: 1 },
          { value: "closed", used: 0 }
        ]
      }
    ]
  }),
  tool("close", { calls: 3, errors: 3 }),
  tool("delete", { calls: 0 }),
  tool("list")
]

const covered = (changes: Partial<Coverage> = {}, its = tools): Report => {
  const servers = [{ server: "tracker", tools: its }]
  const green = ofCell()
  return {
    ...green,
    verdict: changes.verdict ?? green.verdict,
    coverage: { ...coverageShares(servers), runs: 1, servers, ...changes }
  }
}

const told = `coverage: 5 of 9 reached, 55.5 %: 2 of 4 tools, 2 of 3 arguments, 1 of 2 enum values
  tracker/find: never given limit; never used state "closed"
  tracker/close: called 3 times, always with an error
  tracker/delete: never called
`

const reason = "5 of 9 reached, 55.5 %, which is less than --coverage-threshold 0.8"

describe("the coverage of a report", () => {
  test("is told with what no run reaches, and nothing of what runs reach", () => {
    for (const reporter of [pretty, github]) assert.ok(renderText(reporter, covered(), plain).includes(told))
    assert.ok(
      renderText(markdown, covered(), plain).includes(
        `#### Coverage\n\n${told.slice("coverage: ".length, told.indexOf("\n"))}\n`
      )
    )
    assert.ok(renderText(html, covered(), plain).includes(`"coverage":{"arguments"`))
  })

  test("is quiet where it is green or has no threshold", () => {
    const quiet = { ...plain, quiet: true }
    assert.equal(renderText(pretty, covered(), quiet), "PASS\n")
    assert.ok(renderText(pretty, covered({ threshold: 0.8, verdict: "fail" }), quiet).includes(told))
  })

  test("below its threshold is a red row of every reporter", () => {
    const red = covered({ threshold: 0.8, verdict: "fail" })
    assert.match(renderText(github, red, plain), /^::error title=FAIL {2}coverage%3A 5 of 9 reached%2C 55\.5 %25/m)
    for (const reporter of [pretty, markdown, junit]) {
      assert.ok(renderText(reporter, red, plain).includes(reason), reporter.name)
    }
    assert.match(renderText(junit, red, plain), /<testsuite name="coverage" tests="1" failures="1" errors="0"/)
    assert.ok(renderText(html, red, plain).includes(`FAIL  coverage: ${reason}`))
  })

  test("without a verdict says why", () => {
    const none = { threshold: 0.8, verdict: "none" } as const
    const why = (report: Report): string => renderText(pretty, report, plain).split("\n")[1] ?? ""
    assert.equal(
      why(covered(none)),
      "  NONE  coverage: --coverage-threshold 0.8 has no verdict: not every run could be read"
    )
    assert.equal(
      why(covered(none, [])),
      "  NONE  coverage: --coverage-threshold 0.8 has no verdict: nothing to reach, because no server has a catalogue with schemas"
    )
    assert.equal(
      why(covered(none, [tool("find", { incomplete: true })])),
      "  NONE  coverage: --coverage-threshold 0.8 has no verdict: the schema of tracker/find is too large, or refers to another document"
    )
  })

  test("of many tools is told of the first, and the rest are counted", () => {
    const many = Array.from({ length: 2_000 }, (_, at) => tool(`t${at}`, { calls: 0 }))
    assert.ok(renderText(pretty, covered({}, many), plain).includes("  ... and 1980 more tools\n"))
    const text = renderText(markdown, covered({}, many), plain)
    assert.match(text, /\n\d+ more tools do not fit here\.\n/)
    assert.ok(text.length <= 65_536)
  })
})
