import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import * as fc from "fast-check"
import { junit } from "../../src/report/junit.ts"
import { anyText, hostile, OFFENCE } from "./hostile.ts"
import { check, gate, ofCell, plain, report, run, sample, textOf, withText } from "./sample.ts"

const TAG = /<(\/?)([a-z-]+)((?: [a-z]+="[^"<>]*")*)(\/?)>/g

/** The document without its words: elements in order, with the names of their attributes. */
const skeleton = (xml: string): string => {
  const body = xml.replace(/^<\?xml version="1\.0" encoding="UTF-8"\?>\n/, "")
  assert.notEqual(body, xml)
  const words = body.replaceAll(TAG, "")
  assert.doesNotMatch(words, /[<>]|&(?!(?:amp|lt|gt|quot|apos);)/)
  const open: Array<string> = []
  return [...body.matchAll(TAG)]
    .map(([, end, name = "", attributes = "", selfClosed]) => {
      if (end) assert.equal(open.pop(), name)
      else if (!selfClosed) open.push(name)
      return `${end}${name} ${[...attributes.matchAll(/ ([a-z]+)="[^"]*"/g)].map(([, key]) => key).join(" ")}${selfClosed}`
    })
    .concat(open)
    .join("\n")
}

const attribute = (tag: string, name: string): number => Number(new RegExp(` ${name}="(\\d+)"`).exec(tag)?.[1])

const filledWith = (text: string): string =>
  textOf(
    junit,
    withText(sample, () => text),
    { ...plain, verbose: true }
  )
const harmless = skeleton(filledWith("x"))

const keepsSkeleton = (text: string): void => {
  const xml = filledWith(text)
  assert.equal(skeleton(xml), harmless)
  assert.doesNotMatch(xml, /[^\n\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u)
  assert.doesNotMatch(xml, OFFENCE)
}

describe("junit", () => {
  test("a testcase per run and per gate across runs, and per cell or suite that could not be judged", () => {
    assert.equal(textOf(junit, sample, plain), readFileSync(join(import.meta.dirname, "golden/junit.xml"), "utf8"))
  })

  test("the counts equal the elements, in each suite and in all", () => {
    const xml = textOf(junit, sample, plain)
    const parts = [xml, ...(xml.match(/<testsuite [^]*?<\/testsuite>/g) ?? [])]
    assert.equal(parts.length, 4)
    for (const part of parts) {
      const [tag = ""] = /<testsuites? [^>]*>/.exec(part) ?? []
      assert.equal(attribute(tag, "tests"), part.match(/<testcase /g)?.length)
      assert.equal(attribute(tag, "failures"), (part.match(/<failure /g) ?? []).length)
      assert.equal(attribute(tag, "errors"), (part.match(/<error /g) ?? []).length)
      assert.equal(attribute(tag, "skipped"), 0)
    }
  })

  test("what decides nothing is told and is no failure", () => {
    const runs = [run(1, { verdict: "fail", checks: [check({ verdict: "fail", actual: 0 })] })]
    const xml = textOf(junit, ofCell({ runs, gates: [gate({ advisory: true, verdict: "fail" })] }), plain)
    assert.doesNotMatch(xml, /<failure|<error/)
    assert.equal(xml.match(/<system-out>/g)?.length, 2)
  })

  test("a skipped cell is a skipped testcase with its reason", () => {
    const xml = textOf(junit, ofCell({ verdict: "none", skipped: 'too "late" <b>', runs: [], gates: [] }), plain)
    assert.match(xml, /<testsuite name="weather" tests="1" failures="0" errors="0" skipped="1">/)
    assert.match(xml, /name="asks for the weather"><skipped message="too &quot;late&quot; &lt;b&gt;"\/><\/testcase>/)
  })

  test("a failure's message is its failed check, whatever was noticed before", () => {
    const checks = [check({ verdict: "fail", advisory: true }), check({ verdict: "fail", target: "a.b", actual: 0 })]
    const xml = textOf(junit, ofCell({ verdict: "fail", runs: [run(1, { verdict: "fail", checks })] }), plain)
    assert.match(xml, /<failure message="a\.b is 0, expected at least 1" type="expectation">/)
  })

  test("a report of nothing is an error, never an empty pass", () => {
    assert.match(textOf(junit, report(), plain), /<testsuites name="passhat" tests="1" failures="0" errors="1"/)
  })

  test("hostile text in every place of a report adds no element", () => {
    for (const text of hostile) keepsSkeleton(text)
  })

  test("any text in every place of a report adds no element", () => {
    fc.assert(fc.property(anyText, keepsSkeleton))
  })
})
