import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import { spawnSync } from "node:child_process"
import { join } from "node:path"
import type { Report } from "../../../../src/base/domain/verdict/Verdict.ts"
import { junit } from "../../../../src/edges/report/formats/junit.ts"
import { hostile } from "../hostile.ts"
import { cell, ofCell, plain, report, sample, suite, renderText, withText } from "../sample.ts"

const reports: ReadonlyArray<readonly [string, Report]> = [
  ["every kind of verdict", sample],
  ["a pass", ofCell()],
  ["no suites", report()],
  [
    "a skipped cell",
    report(
      suite({ cells: [cell(), cell({ name: "later", verdict: "none", skipped: "too <slow>", runs: [], gates: [] })] })
    )
  ],
  ["hostile words", withText(sample, () => hostile.join(" "))]
]

const validated = (xml: string) =>
  spawnSync("xmllint", ["--noout", "--schema", join(import.meta.dirname, "../junit.xsd"), "-"], {
    input: xml,
    encoding: "utf8"
  })

const hasXmllint = spawnSync("xmllint", ["--version"]).status === 0
if (!hasXmllint) console.warn("xmllint is not installed (Debian: libxml2-utils): no document is validated by the XSD")

describe.skipIf(!hasXmllint)("JUnit's schema", () => {
  test.each(reports)("accepts the report of %s", (_, value) => {
    for (const verbose of [false, true]) {
      const { status, stderr } = validated(renderText(junit, value, { ...plain, verbose }))
      assert.equal(status, 0, stderr)
    }
  })

  test("refuses a broken report", () => {
    const xml = renderText(junit, sample, plain)
    for (const broken of [
      xml.replace("<testcase ", "<test "),
      xml.replace(' name="passhat"', ' title="passhat"'),
      xml.replace('tests="', 'tests="x')
    ]) {
      assert.notEqual(validated(broken).status, 0)
    }
  })
})

/** Counts elements with a strict parser and prints where the counts of a suite differ. */
const counting = `
import sys, xml.etree.ElementTree as tree
top = tree.fromstring(sys.stdin.buffer.read())
for each in [top, *top.iter("testsuite")]:
  cases = list(each.iter("testcase"))
  kinds = {"failure": "failures", "error": "errors", "skipped": "skipped"}
  if each.tag == "testsuites": del kinds["skipped"]
  found = [len(cases)] + [sum(1 for one in cases if one.find(name) is not None) for name in kinds]
  said = [int(each.get(name)) for name in ("tests", *kinds.values())]
  print("same" if found == said else f"{each.get('name')!r} says {said} and has {found}")
`

describe("a strict XML parser", () => {
  test.each(reports)(
    "finds as many testcases, failures, errors and skips as the counts in the report of %s",
    (_, value) => {
      const { stderr, stdout } = spawnSync("python3", ["-c", counting], {
        input: renderText(junit, value, plain),
        encoding: "utf8"
      })
      assert.equal(stderr, "")
      assert.match(stdout, /^(?:same\n)+$/)
    }
  )
})
