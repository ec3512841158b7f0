import { describe, test } from "bun:test"
import * as fc from "fast-check"
import assert from "node:assert/strict"
import { runIndices } from "../../../src/engine/cassette/runIndices.ts"

const of = (...indices: ReadonlyArray<number>) => {
  const seen = runIndices()
  for (const index of indices) seen.add(index)
  return seen
}

describe("the indices of the runs in a cassette", () => {
  test("are those that were added, once each, in any order", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 30 })), (indices) => {
        const seen = runIndices()
        const expected = new Set<number>()
        for (const index of indices) {
          assert.equal(seen.add(index), !expected.has(index))
          expected.add(index)
        }
        for (let index = 0; index <= 31; index++) assert.equal(seen.has(index), expected.has(index))
        assert.equal(seen.largest(), Math.max(0, ...expected))
      })
    )
  })

  test("are named one by one, and long ranges by their ends", () => {
    assert.equal(of().named(), "no run")
    assert.equal(of(2, 1, 5).named(), "run 1, 2, 5")
    assert.equal(of(2, 1, 5).named(2), "run 2, 5")
    assert.equal(of(...Array.from({ length: 900 }, (_, at) => at + 1)).named(3), "run 3 to 900")
    assert.equal(of(1, ...Array.from({ length: 9 }, (_, at) => at + 20)).named(), "run 1, 20 to 28")
    assert.equal(of(1).named(2), "no run")
  })

  test("of which there are many are named by the first 20, and counted", () => {
    const odd = (most: number) => of(...Array.from({ length: most }, (_, at) => 2 * at + 1))
    const first = Array.from({ length: 20 }, (_, at) => 2 * at + 1).join(", ")
    assert.equal(odd(21).named(), `run ${first}, 41`)
    assert.equal(odd(22).named(), `run ${first} and 2 more`)
    assert.equal(odd(10_000).named(), `run ${first} and 9980 more`)
  })
})
