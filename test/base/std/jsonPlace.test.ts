import assert from "node:assert/strict"
import * as fc from "fast-check"
import { describe, test } from "bun:test"
import { type JsonKey, jsonErrorAt, jsonPlace } from "../../../src/base/std/jsonPlace.ts"

const sample = ` [ {"name": "a", "tags": ["x", {"y": [1, 2]}]},\n  {"name": "b,}]", "name": "c"} , 5 ] `

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
  assert.ok(sample.slice(jsonPlace(sample, path)).startsWith(begins))
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

/** The offset of a place. */
const offsetOf = (text: string): number => {
  const { column, line } = jsonErrorAt(text)
  return text
    .split("\n")
    .slice(0, line - 1)
    .reduce((sum, one) => sum + one.length + 1, column - 1)
}

describe("the place where a text stops being JSON", () => {
  const table: ReadonlyArray<readonly [text: string, line: number, column: number]> = [
    ["", 1, 1],
    ['{"a":1,}', 1, 8],
    ['{\n  "a": 1,\n  b: 2\n}', 3, 3],
    ['{"a":1,,"b":2}', 1, 8],
    ["[1 2]", 1, 4],
    ["[1]]", 1, 4],
    ['{"a" 1}', 1, 6],
    ["[01]", 1, 2],
    ['["\\x"]', 1, 2],
    ['["a', 1, 2],
    ["{]", 1, 2],
    ['{"a":[1,\n', 2, 1],
    ["NaN", 1, 1]
  ]
  test.each(table)("%j", (text, line, column) => assert.deepEqual(jsonErrorAt(text), { line, column }))

  test("is the end of what is JSON", () => {
    fc.assert(fc.property(fc.json(), (text) => assert.equal(offsetOf(text), text.length)))
  })

  test("is the token that is cut, or the end, of a text that is cut", () => {
    fc.assert(
      fc.property(fc.json(), fc.nat(), (json, at) => {
        const text = json.slice(0, at % (json.length + 1))
        assert.match(text.slice(offsetOf(text)), /^(?:"(?:\\.|[^"\\])*\\?|[\w.+-]*)$/u)
      }),
      { numRuns: 2_000 }
    )
  })

  test("is the intruder, or the token that it is in", () => {
    fc.assert(
      fc.property(fc.array(fc.integer(), { minLength: 2 }), fc.nat(), (numbers, at) => {
        const place = 1 + (at % (numbers.length - 1))
        const before = `[${numbers.slice(0, place).join(",")}`
        assert.equal(
          offsetOf(`${before};,${numbers.slice(place).join(",")}]`),
          before.lastIndexOf(place === 1 ? "[" : ",") + 1
        )
        assert.equal(offsetOf(`${before},:${numbers.slice(place).join(",")}]`), before.length + 1)
      })
    )
  })

  test("takes no stack and no square of the time", () => {
    assert.deepEqual(jsonErrorAt("[".repeat(1_000_000)), { line: 1, column: 1_000_001 })
    assert.deepEqual(jsonErrorAt('["'.repeat(500_000)), { line: 1, column: 5 })
  })
})
