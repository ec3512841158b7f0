import assert from "node:assert/strict"
import { describe, test } from "bun:test"
import * as fc from "fast-check"
import { maximumMatching } from "../../../src/base/std/matching.ts"

const table = (rows: ReadonlyArray<ReadonlyArray<number>>) => (l: number, r: number) => rows[l]!.includes(r)

/** The size of the best pairing, by trying every one. */
const best = (rows: ReadonlyArray<ReadonlyArray<number>>, used: ReadonlyArray<number> = []): number => {
  const [row, ...rest] = rows
  if (row === undefined) return 0
  const taken = row.filter((r) => !used.includes(r)).map((r) => 1 + best(rest, [...used, r]))
  return Math.max(best(rest, used), ...taken)
}

describe("maximumMatching", () => {
  test("gives a partner to another item if its first item has a choice", () => {
    assert.deepEqual(maximumMatching(2, 2, table([[0, 1], [0]])), [1, 0])
    assert.deepEqual(maximumMatching(3, 3, table([[0, 1], [1, 2], [0]])), [1, 2, 0])
  })

  test("leaves an item without a partner if no free partner fits", () => {
    assert.deepEqual(maximumMatching(3, 1, table([[0], [], [0]])), [0, undefined, undefined])
    assert.deepEqual(maximumMatching(0, 3, table([])), [])
    assert.deepEqual(maximumMatching(1, 0, table([[]])), [undefined])
  })

  test("a chain as long as the lists does not exhaust the stack", () => {
    const size = 2_000
    const chain = (l: number, r: number) => (l === size - 1 ? r === 0 : r === l || r === l + 1)
    assert.equal(new Set(maximumMatching(size, size, chain)).size, size)
  })

  test("pairs as many as any pairing can, each fitting and each once", () => {
    const rows = fc.array(fc.uniqueArray(fc.nat(4)), { maxLength: 5 })
    fc.assert(
      fc.property(rows, (fits) => {
        const pairs = maximumMatching(fits.length, 5, table(fits))
        const used = pairs.filter((r) => r !== undefined)
        assert.equal(new Set(used).size, used.length)
        assert.equal(used.length, best(fits))
        for (const [l, r] of pairs.entries()) assert.ok(r === undefined || fits[l]!.includes(r))
      })
    )
  })
})
