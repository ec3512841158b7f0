import { describe, test } from "bun:test"
import * as fc from "fast-check"
import assert from "node:assert/strict"
import type { Json } from "../../../../src/base/domain/Json.ts"
import { alignLists } from "../../../../src/engine/layers/liveAgent/alignLists.ts"
import { differences } from "../../../../src/base/std/differences.ts"

const told = (before: Json, after: Json) => differences(...alignLists(before, after))

describe("the differences of lists that are put side by side", () => {
  test("name an element that was dropped in the middle, and nothing behind it", () => {
    const before = { messages: [{ n: 1 }, { n: 2 }, { n: 3 }, { n: 4 }] }
    const after = { messages: [{ n: 1 }, { n: 3 }, { n: 4 }] }
    assert.deepEqual(told(before, after), [{ path: "messages[1]", before: { n: 2 } }])
    assert.deepEqual(told(after, before), [{ path: "messages[1]", after: { n: 2 } }])
  })

  test("name what has changed within an element, beside one that is new", () => {
    assert.deepEqual(told(["a", { text: "old" }, "c"], ["a", { text: "new" }, "b", "c"]), [
      { path: "[1].text", before: "old", after: "new" },
      { path: "[2]", after: "b" }
    ])
  })

  test("of equal length are those of each index", () => {
    assert.deepEqual(told(["a", "b"], ["b", "a"]), differences(["a", "b"], ["b", "a"]))
  })

  test("are as many as elements, if one list is the other with some dropped", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(5), fc.boolean())), (elements) => {
        const all = elements.map(([value]) => value)
        const kept = elements.flatMap(([value, isKept]) => (isKept ? [value] : []))
        assert.equal(told({ all }, { all: kept }).length, all.length - kept.length)
      })
    )
  })

  test("are none for equal values, and some for others", () => {
    const json = fc.jsonValue().map((value) => JSON.parse(JSON.stringify(value)) as Json)
    fc.assert(
      fc.property(json, json, (one, other) => {
        assert.deepEqual(told(one, JSON.parse(JSON.stringify(one))), [])
        assert.equal(told(one, other).length === 0, Bun.deepEquals(one, other, true))
      })
    )
  })
})
