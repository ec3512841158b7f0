import { test } from "bun:test"
import assert from "node:assert/strict"
import { shapeOf, quotedShapeOf } from "../../../../../src/language/metrics/internal/narrative/compare.ts"

test.each([
  ["42", "number", "42"],
  ["#42", "number", "42"],
  ["-1.50", "number", "-1.5"],
  ["1,000", "number", "1000"],
  ["123456789012345", "number", "123456789012345"],
  ["abc-12", "key", "ABC-12"],
  ["Anna@X.org", "address", "anna@x.org"],
  [" Issues ", "word", "issu"]
] as const)("%s has the shape of a %s", (written, shape, norm) => {
  assert.deepEqual(shapeOf(written), { shape, norm })
})

test.each(["two words", "2026-01-02", "", "1234567890123456", "1,00"])(
  "%p is nothing that can be compared",
  (written) => {
    assert.equal(shapeOf(written), undefined)
  }
)

test("a quotation is compared but for case and spaces, unless it breaks off", () => {
  assert.deepEqual(quotedShapeOf(" Fix  it\nNOW "), { shape: "text", norm: "fix it now" })
  for (const written of ["", "  ", "Fix it...", "Fix it…"]) assert.equal(quotedShapeOf(written), undefined)
})

test("what is longer than 200 characters is a content, not a value", () => {
  assert.equal(shapeOf("a".repeat(200))?.shape, "word")
  assert.equal(shapeOf("a".repeat(201)), undefined)
  assert.equal(quotedShapeOf("a".repeat(200))?.shape, "text")
  assert.equal(quotedShapeOf("a".repeat(201)), undefined)
})
