import { test } from "bun:test"
import assert from "node:assert/strict"
import { usdOf } from "../../src/services/Prices.ts"

test("a price is for a million tokens, and input costs the same wherever it comes from unless the price tells", () => {
  const usage = { input: 1_000_000, output: 500_000, cache_read: 600_000, cache_write: 100_000 }
  assert.equal(usdOf({ input: 3, output: 15 }, usage), 10.5)
  assert.equal(usdOf({ input: 3, output: 15, cacheRead: 0.5, cacheWrite: 4 }, usage), 9.1)
  assert.equal(usdOf({ input: 3, output: 15, cacheRead: 0.5 }, { input: 0, output: 0 }), 0)
})
