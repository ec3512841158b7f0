/**
 * The splitter of large JSON files: the same values whatever pieces the bytes arrive in, and one sentence for each kind of damage.
 */
import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import * as fc from "fast-check"
import { jsonSplitter, type JsonPart, type SplitOptions } from "../../../../src/features/import/formats/splitJson.ts"

const split = (input: string | Uint8Array, size: number, options?: SplitOptions) => {
  const bytes = typeof input === "string" ? new TextEncoder().encode(input) : input
  const splitter = jsonSplitter(options)
  const parts = []
  for (let at = 0; at < bytes.length; at += size) parts.push(...splitter.push(bytes.subarray(at, at + size)))
  return [...parts, ...splitter.end()]
}

const inAnyPieces = (input: string | Uint8Array) => {
  const whole = split(input, 1_000)
  for (const size of [1, 2, 3, 7]) assert.deepEqual(split(input, size), whole, `in pieces of ${size}`)
  return whole
}

const values = (parts: ReturnType<typeof split>) => parts.map((part) => (part as JsonPart).value)

describe("jsonSplitter", () => {
  test("the items of a list are values, with their pointers", () => {
    assert.deepEqual(inAnyPieces('[1, {"a":"x\\"]"}, [2], "é\\\\"]'), [
      { pointer: "#/0", value: 1 },
      { pointer: "#/1", value: { a: 'x"]' } },
      { pointer: "#/2", value: [2] },
      { pointer: "#/3", value: "é\\" }
    ])
  })

  test("the objects of JSON lines are values, with the numbers of their lines", () => {
    assert.deepEqual(inAnyPieces('{"a":1}\n\n{"a":[{"b":2}]}\n'), [
      { pointer: "", value: { a: 1 } },
      { pointer: ":3", value: { a: [{ b: 2 }] } }
    ])
  })

  test("the items of a named list are values, and so are the other members of its object", () => {
    assert.deepEqual(inAnyPieces('{"info":{"x":1},"simulations":[{"t":1},{"t":2}],"a/b":[3]}'), [
      { pointer: "#/info", value: { x: 1 } },
      { pointer: "#/simulations/0", value: { t: 1 } },
      { pointer: "#/simulations/1", value: { t: 2 } },
      { pointer: "#/a~1b", value: [3] }
    ])
  })

  test("a number that would lose digits is the text that it was", () => {
    assert.deepEqual(
      values(inAnyPieces('[12345678901234567890, 0.30000000000000004, "1234567890123456789", 1e400, 1.50]')),
      ["12345678901234567890", 0.30000000000000004, "1234567890123456789", "1e400", 1.5]
    )
  })

  test.each([
    ["", "is empty"],
    [" \n", "is empty"],
    ["hello", "is not JSON"],
    ["\u0000\u0001", "is not JSON"],
    ['[1,"a', "ends inside of #/1"],
    ['{"simulations":[{"a":1},{"b"', "ends inside of #/simulations/1"],
    ['{"a":[1,2', "ends inside of #/a"],
    ["[1,", "ends inside of #/1"],
    ['{"simulations":[{"a":1},', "ends inside of #/simulations/1"],
    ['{"a":', "ends inside of #/a"],
    ['{"a":1}\n{"a":1,', "ends inside of :2"],
    ["[1 2]", "is not JSON"],
    ["[tru]", "has a value that is not JSON at #/0"],
    ["[1] x", "goes on after the end of its list"],
    ['{"a":1}\nx', "is not JSON in line 2"],
    ['{"a" 1}', "is not JSON"],
    ["[".repeat(600), "is nested deeper than 128 levels at #/0 in line 1"],
    [`[\n1,\n{"a":\n${"[".repeat(128)}${"]".repeat(128)}}]`, "is nested deeper than 128 levels at #/1 in line 4"],
    ['{"a":1}\n{"a":{"b":1,\n"b":2}}', "cannot be read at :2#/a/b in line 3: the key is written twice"],
    ['[0,\n{"a":1,\n"\\u0061":2}]', "cannot be read at #/1/a in line 3: the key is written twice"],
    ['{"simulations":[],\n"simulations":[{}]}', "cannot be read at #/simulations in line 2: the key is written twice"],
    ['{"info":1,"simulations":[],"info":2}', "cannot be read at #/info in line 1: the key is written twice"]
  ])("%j %s", (text, flaw) => {
    assert.deepEqual(inAnyPieces(text).at(-1), { flaw })
  })

  test("bytes that are no UTF-8 are not text", () => {
    assert.deepEqual(inAnyPieces(Uint8Array.from([0x5b, 0x22, 0xff, 0xfe, 0x22, 0x5d])), [
      { flaw: "is not text in UTF-8" }
    ])
  })

  test("a value larger than is allowed is refused before it is held whole", () => {
    const parts = split(`["${"x".repeat(5_000)}"]`, 100, { most: 1_000 })
    assert.deepEqual(parts, [{ flaw: "has a value of more than 0 MB at #/0 in line 1" }])
  })

  test("a file that is cut anywhere is never read as a whole one", () => {
    const whole = '{"info":{"x":1},"simulations":[{"t":1},{"t":"a,b"}],"a":[3]}'
    for (const text of [whole, '[{"a":1},{"b":[2,3]},"x"]']) {
      for (let end = 1; end < text.length; end++) {
        const parts = inAnyPieces(text.slice(0, end))
        assert.ok("flaw" in parts.at(-1)!, text.slice(0, end))
      }
    }
  })

  test("what it gives is what JSON.parse gives, in pieces of any size", () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue()), fc.integer({ min: 1, max: 40 }), fc.boolean(), (list, size, isTall) => {
        const text = JSON.stringify(list, null, isTall ? 2 : 0)
        assert.deepEqual(values(split(text, size)), JSON.parse(text))
        const lines = list.map((value) => JSON.stringify({ value }))
        assert.deepEqual(
          values(split(lines.join("\n") || "[]", size)),
          lines.map((line) => JSON.parse(line))
        )
      })
    )
  })
})
