import assert from "node:assert/strict"
import { describe, test } from "bun:test"
import * as fc from "fast-check"
import { eachPair, grouped, largest } from "../../../../../src/language/metrics/internal/stability/runGroups.ts"
import { call, trace } from "../../../../traces.ts"

const runs = (...sequences: ReadonlyArray<string>) =>
  sequences.map((names) => trace({ tool_calls: [...names].map((name) => call(name)) }))
const byName = (...sequences: ReadonlyArray<string>) => grouped(runs(...sequences), ({ name }) => name)

describe("run groups", () => {
  test("groups hold equal runs, in the order in which they first occur", () => {
    assert.deepEqual(
      byName("ab", "", "ab", "ba").map(({ calls, run, size }) => ({ calls, run, size })),
      [
        { calls: [0, 1], run: 1, size: 2 },
        { calls: [], run: 2, size: 1 },
        { calls: [1, 0], run: 4, size: 1 }
      ]
    )
  })

  test("the largest group has the most runs, and is the first of several such", () => {
    assert.equal(largest(byName("b", "a", "a"))?.run, 2)
    assert.equal(largest(byName("b", "a", "c"))?.run, 1)
    assert.equal(largest([]), undefined)
  })

  test("the pairs of groups count every pair of runs", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom("", "a", "ab", "b")), (sequences) => {
        let [pairs, equal] = [0, 0]
        eachPair(byName(...sequences), (a) => (b, times) => {
          pairs += times
          if (a === b) equal += times
        })
        const all = sequences.flatMap((a, i) => sequences.slice(i + 1).map((b) => a === b))
        assert.deepEqual([pairs, equal], [all.length, all.filter(Boolean).length])
      })
    )
  })
})
