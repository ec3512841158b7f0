import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { junit } from "../../../../src/edges/report/formats/junit.ts"
import { check, gate, ofCell, plain, report, run, sample, renderText } from "../sample.ts"

const attribute = (tag: string, name: string): number => Number(new RegExp(` ${name}="(\\d+)"`).exec(tag)?.[1])

describe("junit", () => {
  test("has a testcase for each run, each gate across runs, and each cell or suite that could not be judged", () => {
    assert.equal(
      renderText(junit, sample, plain),
      readFileSync(join(import.meta.dirname, "../golden/junit.xml"), "utf8")
    )
  })

  test("the counts equal the elements, in each suite and in all", () => {
    const xml = renderText(junit, sample, plain)
    const parts = [xml, ...(xml.match(/<testsuite [^]*?<\/testsuite>/g) ?? [])]
    assert.equal(parts.length, 4)
    for (const part of parts) {
      const [tag = ""] = /<testsuites? [^>]*>/.exec(part) ?? []
      assert.equal(attribute(tag, "tests"), part.match(/<testcase /g)?.length)
      assert.equal(attribute(tag, "failures"), (part.match(/<failure /g) ?? []).length)
      assert.equal(attribute(tag, "errors"), (part.match(/<error /g) ?? []).length)
      if (!tag.startsWith("<testsuites")) assert.equal(attribute(tag, "skipped"), 0)
    }
  })

  test("a row that changes no verdict is printed and does not count as a failure", () => {
    const runs = [run(1, { verdict: "fail", checks: [check({ verdict: "fail", actual: 0 })] })]
    const xml = renderText(junit, ofCell({ runs, gates: [gate({ advisory: true, verdict: "fail" })] }), plain)
    assert.doesNotMatch(xml, /<failure|<error/)
    assert.equal(xml.match(/<system-out>/g)?.length, 2)
  })

  test("a skipped cell is a skipped testcase with its reason", () => {
    const xml = renderText(junit, ofCell({ verdict: "none", skipped: 'too "late" <b>', runs: [], gates: [] }), plain)
    assert.match(xml, /<testsuite name="weather" tests="1" failures="0" errors="0" skipped="1">/)
    assert.match(xml, /name="asks for the weather"><skipped message="too &quot;late&quot; &lt;b&gt;"\/><\/testcase>/)
  })

  test("a failure's message is its failed check, not an earlier advisory one", () => {
    const checks = [check({ verdict: "fail", advisory: true }), check({ verdict: "fail", target: "a.b", actual: 0 })]
    const xml = renderText(junit, ofCell({ verdict: "fail", runs: [run(1, { verdict: "fail", checks })] }), plain)
    assert.match(xml, /<failure message="a\.b is 0, expected at least 1" type="expectation">/)
  })

  test("an empty report is an error", () => {
    assert.match(renderText(junit, report(), plain), /<testsuites name="passhat" tests="1" failures="0" errors="1"/)
  })
})
