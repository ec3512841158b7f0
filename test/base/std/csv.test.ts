import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import * as fc from "fast-check"
import { readCsv } from "../../../src/base/std/csv.ts"

const texts = (csv: string): ReadonlyArray<ReadonlyArray<string>> =>
  readCsv(csv).records.map((record) => record.map(({ text }) => text))

describe("fields", () => {
  test.each([
    [
      "a,b\nc,d\n",
      [
        ["a", "b"],
        ["c", "d"]
      ]
    ],
    [
      "a,b\r\nc,d\r\n",
      [
        ["a", "b"],
        ["c", "d"]
      ]
    ],
    [
      "a,b\nc,d",
      [
        ["a", "b"],
        ["c", "d"]
      ]
    ],
    ['"a ""b""",c\n', [['a "b"', "c"]]],
    ['"two\nlines",c\n', [["two\nlines", "c"]]],
    ['"two\r\nlines",c\r\n', [["two\nlines", "c"]]],
    ['"a,b",c\n', [["a,b", "c"]]],
    [
      "a,\n,b\n",
      [
        ["a", ""],
        ["", "b"]
      ]
    ],
    ["a,", [["a", ""]]],
    ['""', [[""]]],
    ["\n\na\n\r\n", [["a"]]],
    [" a , b \n", [[" a ", " b "]]],
    ["a\rb\n", [["a\rb"]]],
    ["", []]
  ] as const)("%j is %j", (csv, records) => {
    assert.deepEqual(texts(csv), records)
    assert.deepEqual(readCsv(csv).mistakes, [])
  })

  test("each knows where it begins, behind a field of several lines too", () => {
    const { records } = readCsv('name,text\n"a","one\ntwo",x\nb,c\n')
    assert.deepEqual(
      records.flat().map(({ column, line, text }) => [text, line, column]),
      [
        ["name", 1, 1],
        ["text", 1, 6],
        ["a", 2, 1],
        ["one\ntwo", 2, 5],
        ["x", 3, 6],
        ["b", 4, 1],
        ["c", 4, 3]
      ]
    )
  })
})

describe("mistakes", () => {
  test.each([
    ['a,"b', 1, 3, /has no closing "/],
    ['a\n"b"c,d\n', 2, 4, /behind the closing "/],
    ['a\nb "c" d\n', 2, 3, /not in quotes has a "/]
  ])("%j", (csv, line, column, what) => {
    const [mistake, ...others] = readCsv(csv).mistakes
    assert.deepEqual([mistake?.line, mistake?.column, others], [line, column, []])
    assert.match(mistake?.what ?? "", what)
  })

  test("all of them are found", () => {
    assert.deepEqual(
      readCsv('a"\n"b"c\nd"\n').mistakes.map(({ line }) => line),
      [1, 2, 3]
    )
  })
})

test("what is written in quotes is read as it was, at the line where it was written", () => {
  const field = fc.string({ unit: fc.constantFrom("a", '"', ",", "\n", " ", "é") })
  fc.assert(
    fc.property(
      fc.array(fc.array(field, { minLength: 1 }), { minLength: 1 }),
      fc.constantFrom("\n", "\r\n"),
      (table, end) => {
        const line = (record: ReadonlyArray<string>) => record.map((one) => `"${one.replaceAll('"', '""')}"`).join(",")
        const csv = table.map(line).join(end)
        const { mistakes, records } = readCsv(csv)
        assert.deepEqual(mistakes, [])
        assert.deepEqual(
          records.map((record) => record.map(({ text }) => text)),
          table
        )
        let before = 1
        for (const [at, record] of table.entries()) {
          assert.equal(records[at]?.[0]?.line, before)
          before += record.join("").split("\n").length
        }
      }
    )
  )
})
