import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import * as fc from "fast-check"
import stringify from "fast-json-stable-stringify"
import type { Report } from "../../../../src/base/domain/verdict/Verdict.ts"
import { json } from "../../../../src/edges/report/formats/json.ts"
import { anyText, hostile, OFFENCE } from "../hostile.ts"
import { plain, sample, renderText, withText } from "../sample.ts"

/** The same value with the keys of every object in the other order. */
const reversed = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(reversed)
    : typeof value === "object" && value !== null
      ? Object.fromEntries(
          Object.entries(value)
            .map(([key, inner]) => [key, reversed(inner)])
            .toReversed()
        )
      : value

const parsesBack = (text: string): void => {
  const value = withText(sample, () => text)
  const bytes = renderText(json, value, plain)
  assert.deepEqual(JSON.parse(bytes), value)
  assert.doesNotMatch(bytes, OFFENCE)
}

describe("json", () => {
  test("keys are sorted, and the document is one line", () => {
    assert.equal(
      renderText(
        json,
        { version: 1, format: "passhat-report", suites: [], status: "complete", verdict: "none" },
        plain
      ),
      `{"format":"passhat-report","status":"complete","suites":[],"verdict":"none","version":1}\n`
    )
  })

  test("the order of keys and the options do not change a byte", () => {
    const bytes = renderText(json, sample, plain)
    assert.equal(renderText(json, reversed(sample) as Report, plain), bytes)
    assert.equal(renderText(json, sample, { color: true, width: 40, verbose: true, quiet: true }), bytes)
  })

  test("the joined pieces equal the whole document, and each run is in its own piece", () => {
    const pieces = [...json.render(sample, plain)]
    assert.equal(pieces.join(""), `${stringify(sample)}\n`)
    assert.ok(pieces.every((piece) => (piece.match(/"index":/g) ?? []).length <= 1))
  })

  test("hostile text in every place of a report parses back", () => {
    for (const text of hostile) parsesBack(text)
  })

  test("any text in every place of a report parses back", () => {
    fc.assert(fc.property(anyText, parsesBack))
  })
})
