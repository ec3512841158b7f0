import { test } from "bun:test"
import assert from "node:assert/strict"
import * as fc from "fast-check"
import { type JsonKey, jsonPlace } from "../../../src/base/std/jsonPlace.ts"

const text = ` [ {"name": "a", "tags": ["x", {"y": [1, 2]}]},\n  {"name": "b,}]", "name": "c"} , 5 ] `

test.each([
  [[], "[ {"],
  [[0], '{"name": "a"'],
  [[0, "name"], '"a"'],
  [[0, "tags", 1, "y", 1], "2]"],
  [[1], '{"name": "b'],
  [[1, "name"], '"c"', "the last of two members counts, as for JSON.parse"],
  [[2], "5 ]"],
  [[0, "tool"], '{"name": "a"', "of a missing member, what it is missing in"],
  [[9], "[ {"],
  [[2, "name"], "5 ]"]
] as ReadonlyArray<readonly [ReadonlyArray<JsonKey>, string]>)("%j begins %s", (path, begins) => {
  assert.ok(text.slice(jsonPlace(text, path)).startsWith(begins))
})

test("the text at the place of every member of a value begins with that member", () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), fc.constantFrom(undefined, 2), (value, indent) => {
      const written = JSON.stringify(value, null, indent)
      const walk = (inner: unknown, path: ReadonlyArray<JsonKey>): void => {
        const isNested = typeof inner === "object" && inner !== null
        const begins = isNested ? (Array.isArray(inner) ? "[" : "{") : JSON.stringify(inner)
        assert.ok(written.slice(jsonPlace(written, path)).startsWith(begins))
        if (!isNested) return
        for (const [key, member] of Object.entries(inner))
          walk(member, [...path, Array.isArray(inner) ? Number(key) : key])
      }
      walk(value, [])
    })
  )
})
