import { test } from "bun:test"
import assert from "node:assert/strict"
import * as fc from "fast-check"
import { groupBy } from "../../../src/base/std/groupBy.ts"

test("groups and their items keep the order in which they came", () => {
  assert.deepEqual(
    [...groupBy(["pear", "apple", "plum", "avocado"], (word) => word[0])],
    [
      ["p", ["pear", "plum"]],
      ["a", ["apple", "avocado"]]
    ]
  )
})

test("every item is in exactly the group of its key", () => {
  fc.assert(
    fc.property(fc.array(fc.integer()), (items) => {
      const groups = groupBy(items, (item) => item % 3)
      for (const [key, group] of groups)
        assert.deepEqual(
          group,
          items.filter((item) => item % 3 === key)
        )
      assert.equal([...groups.values()].flat().length, items.length)
    })
  )
})
