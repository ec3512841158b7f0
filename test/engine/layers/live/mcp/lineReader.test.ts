import { describe, test } from "bun:test"
import * as fc from "fast-check"
import assert from "node:assert/strict"
import { lineReader, type LineBatch } from "../../../../../src/engine/layers/live/mcp/lineReader.ts"

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

/** All lines of the chunks, up to the first error. */
const readAll = (chunks: ReadonlyArray<Uint8Array>, limit?: number): LineBatch => {
  const read = lineReader(limit)
  const lines: Array<string> = []
  for (const chunk of chunks) {
    const { broken, lines: more } = read(chunk)
    lines.push(...more)
    if (broken !== undefined) return { lines, broken }
  }
  return { lines }
}

const cut = (whole: Uint8Array, at: ReadonlyArray<number>): ReadonlyArray<Uint8Array> => {
  const ends = [...at.map((point) => point % (whole.length + 1)), whole.length].toSorted((a, b) => a - b)
  return ends.map((end, index) => whole.subarray(ends[index - 1] ?? 0, end))
}

describe("lines", () => {
  test("end at newlines; the last one is kept until it ends", () => {
    assert.deepEqual(readAll([bytes("a\n\nb\r\nc")]), { lines: ["a", "", "b\r"] })
    assert.deepEqual(readAll([bytes("a"), bytes("b\nc\n")]), { lines: ["ab", "c"] })
  })

  test("are the same however the bytes arrive", () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: "binary" }).map((line) => line.replaceAll("\n", ""))),
        fc.array(fc.nat()),
        (lines, at) => {
          const whole = bytes(lines.map((line) => `${line}\n`).join(""))
          assert.deepEqual(readAll(cut(whole, at), 64), readAll([whole], 64))
        }
      )
    )
  })

  test("may be as long as the limit, and not one byte longer, in any chunks", () => {
    for (const chunk of [1, 7, 1000]) {
      const chunks = (text: string) =>
        cut(
          bytes(text),
          Array.from({ length: Math.floor(text.length / chunk) }, (_, index) => index * chunk)
        )
      assert.deepEqual(readAll(chunks(`${"x".repeat(100)}\n`), 100), { lines: ["x".repeat(100)] })
      assert.deepEqual(readAll(chunks(`ok\n${"x".repeat(101)}\n`), 100), {
        lines: ["ok"],
        broken: "It sent a message of more than 100 bytes."
      })
    }
  })

  test("that are not UTF-8 end the reading, after those before them", () => {
    const latin1 = new Uint8Array([...bytes("é\n"), 0xe9, 0x0a, ...bytes("b\n")])
    assert.deepEqual(readAll([latin1]), { lines: ["é"], broken: "It sent a line that is not UTF-8." })
  })

  test("may be long and arrive byte by byte", () => {
    const read = lineReader()
    const byte = bytes("x")
    for (let count = 0; count < 2 ** 20; count++) read(byte)
    assert.equal(read(bytes("\n")).lines[0]?.length, 2 ** 20)
  })
})
