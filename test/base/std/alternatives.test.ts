import { test } from "bun:test"
import assert from "node:assert/strict"
import { alternatives } from "../../../src/base/std/alternatives.ts"

test.each([
  [[], ""],
  [["a"], "a"],
  [["a", "b"], "a or b"],
  [["a", "b", "c"], "a, b or c"]
])("alternatives of %j are %j", (texts, joined) => {
  assert.equal(alternatives(texts), joined)
})
