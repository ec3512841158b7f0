import { describe, test } from "bun:test"
import * as fc from "fast-check"
import assert from "node:assert/strict"
import { shares, workersFor } from "../../../src/cli/workers/shares.ts"

const MB = 1024 * 1024
const loadsOf = (...sizes: ReadonlyArray<number>) => sizes.map((size, at) => ({ id: `c${at}`, size: size * MB }))

describe("workers", () => {
  test("are none for small recordings, for one cell, and on one processor", () => {
    assert.equal(workersFor(loadsOf(), 8), 0)
    assert.equal(workersFor(loadsOf(50, 50, 50, 50), 8), 0)
    assert.equal(workersFor(loadsOf(5_000, 1), 8), 0)
    assert.equal(workersFor(loadsOf(500, 500), 1), 0)
  })

  test("are as many as there are processors and large recordings", () => {
    assert.equal(workersFor(loadsOf(500, 500, 1), 8), 2)
    assert.equal(workersFor(loadsOf(500, 500, 500, 500), 2), 2)
  })

  test("share out every cell once, and none is left with twice what another could have done without", () => {
    const sizes = fc.array(fc.nat(100), { minLength: 1, maxLength: 20 })
    fc.assert(
      fc.property(sizes, fc.integer({ min: 1, max: 6 }), (some, workers) => {
        const loads = loadsOf(...some)
        const found = shares(loads, workers)
        assert.deepEqual(found.flat().toSorted(), loads.map(({ id }) => id).toSorted())
        const totals = found.map((ids) => loads.reduce((sum, { id, size }) => (ids.includes(id) ? sum + size : sum), 0))
        const largest = Math.max(...loads.map(({ size }) => size))
        assert.ok(Math.max(...totals) - Math.min(...totals) <= largest)
      })
    )
  })
})
