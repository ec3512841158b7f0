import { test } from "bun:test"
import assert from "node:assert/strict"
import { mismatchOf } from "../../../../src/language/gates/offered/argumentValues.ts"
import { doubled } from "../../metrics/doubled.ts"

test("references are followed to a hundred levels, and beyond them every value is taken", () => {
  const chain = (levels: number) => doubled({ type: "string" }, levels, (one) => ({ allOf: [one] }))
  assert.deepEqual(mismatchOf(chain(10), 5, "whole"), { path: "", value: 5, takes: "a text" })
  assert.equal(mismatchOf(chain(20_000), 5, "whole"), undefined)
})
