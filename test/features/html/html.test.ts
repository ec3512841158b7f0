import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import { createHash } from "node:crypto"
import * as fc from "fast-check"
import type { Report } from "../../../src/base/domain/verdict/Verdict.ts"
import { html } from "../../../src/features/html/html.ts"
import { contentsOf } from "../../../src/features/html/Overview.ts"
import { anyText, hostile, OFFENCE } from "../../edges/report/hostile.ts"
import { cell, ofCell, plain, report, run, sample, suite, renderText, trace, withText } from "../../edges/report/sample.ts"
import { BLOCK, cellOfBlock } from "./cellsOfPage.ts"

const traced = ofCell({ runs: [run(1, { trace })] })
const blocks = (page: string): ReadonlyArray<string> => [...page.matchAll(BLOCK)].map(([, , text]) => text ?? "")

/** The page without its own script, its style and its data. */
const skeleton = (page: string): string =>
  page
    .replace(BLOCK, "$1$3")
    .replace(/<style>.*?<\/style>/s, "")
    .replace(/<script>.*?<\/script>/s, "")

const isInert = (text: string): void => {
  const value = withText(traced, () => text)
  const page = renderText(html, value, plain)
  assert.equal(
    skeleton(page),
    skeleton(
      renderText(
        html,
        withText(traced, () => "harmless"),
        plain
      )
    )
  )
  for (const block of blocks(page)) {
    assert.doesNotMatch(block, /[<>&]/)
    assert.doesNotMatch(block, OFFENCE)
  }
  assert.deepEqual(cellOfBlock(blocks(page)[1] ?? ""), value.suites[0]?.cells[0])
}

describe("the html document", () => {
  test("allows only its own script and style, by hash", () => {
    const page = renderText(html, sample, plain)
    const hash = (tag: string) => {
      const [, text = ""] = new RegExp(`<${tag}>(.*?)</${tag}>`, "s").exec(page) ?? []
      return `'sha256-${createHash("sha256").update(text).digest("base64")}'`
    }
    const [, policy] = /Content-Security-Policy" content="([^"]*)"/.exec(page) ?? []
    assert.equal(
      policy,
      `default-src 'none'; script-src ${hash("script")}; style-src ${hash("style")}; base-uri 'none'; form-action 'none'`
    )
    assert.doesNotMatch(skeleton(page), /\b(?:src|href|on\w+)=/)
  })

  test("hostile text in every place of a report changes nothing but the data, which reads back", () => {
    for (const text of hostile) isInert(text)
  })

  test("any text in every place of a report changes nothing but the data, which reads back", () => {
    fc.assert(fc.property(anyText, isInert))
  })

  test("the order of keys does not change a byte", () => {
    const reversed = (value: unknown): unknown =>
      Array.isArray(value)
        ? value.map(reversed)
        : typeof value === "object" && value !== null
          ? Object.fromEntries(
              Object.entries(value)
                .map(([key, inner]) => [key, reversed(inner)] as const)
                .toReversed()
            )
          : value
    assert.equal(renderText(html, reversed(traced) as Report, plain), renderText(html, traced, plain))
  })
})

describe("the overview", () => {
  test("fail comes before none and none before pass, otherwise in the order of the report", () => {
    const cells = (["pass", "none", "fail", "pass", "fail"] as const).map((verdict, at) =>
      cell({ verdict, name: `${at}` })
    )
    assert.deepEqual(
      contentsOf(report(suite({ cells }))).entries.map(({ entry }) => entry.name),
      ["2", "4", "1", "0", "3"]
    )
  })

  test("a verdict that no cell explains has an entry", () => {
    assert.deepEqual(
      contentsOf({ ...report(suite({ cells: [cell()] })), verdict: "fail" }).entries.map(({ entry }) => [
        entry.verdict,
        entry.kind
      ]),
      [
        ["fail", "suite"],
        ["pass", "cell"]
      ]
    )
  })
})
