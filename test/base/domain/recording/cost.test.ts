import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import * as fc from "fast-check"
import { amountOf, picodollars, soundPrice, usageOf, usdOf } from "../../../../src/base/domain/recording/cost.ts"
import { said, trace } from "../../../traces.ts"

describe("the cost of tokens", () => {
  const usd = (...given: Parameters<typeof picodollars>): number => usdOf(picodollars(...given))

  test("a price is for a million tokens, and parts cost the same wherever the price does not tell them apart", () => {
    const usage = { input: 1_000_000, output: 500_000, cache_read: 600_000, cache_write: 100_000, reasoning: 400_000 }
    assert.equal(usd({ input: 3, output: 15 }, usage), 10.5)
    assert.equal(usd({ input: 3, output: 15, cacheRead: 0.5, cacheWrite: 4 }, usage), 9.1)
    assert.equal(usd({ input: 3, output: 15, reasoning: 5 }, usage), 6.5)
    assert.equal(usd({ input: 3, output: 15 }, { input: 0, output: 0 }), 0)
  })

  test("is exact: a sum of many small amounts is the amount of the sum", () => {
    const price = { input: 0.1, output: 0.7 }
    const one = picodollars(price, { input: 1, output: 3 })
    assert.equal(usdOf(one), 0.0000022)
    assert.equal(usdOf(Array.from({ length: 1_000_000 }, () => one).reduce((sum, amount) => sum + amount, 0n)), 2.2)
  })

  test("an amount is the same again after it was written as a number", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2_000_000_000_000_000n }), (amount) => amountOf(usdOf(amount)) === amount)
    )
  })

  test("a run has a cost only if every answer tells its tokens; an agent of the user's own tells them in its trace", () => {
    const answer = { text: "", calls: [], stop_reason: "end_turn" }
    const told = { kind: "model", answer: { ...answer, usage: { input: 2, output: 1, cache_read: 1 } } } as const
    const own = trace({ ...said(["Hi."], 500) })
    assert.equal(usageOf(own, [told, told])?.cache_read, 2)
    assert.equal(usageOf(own, [told, { kind: "model", answer }]), undefined)
    assert.equal(usageOf(own)?.input, own.conversation.tokens?.input)
    assert.equal(usageOf(trace({})), undefined)
  })

  test("an amount that is no money is no price", () => {
    for (const input of [Number.NaN, -1, Infinity]) assert.equal(soundPrice({ input, output: 1 }), undefined)
    assert.deepEqual(soundPrice({ input: 0, output: 1 }), { input: 0, output: 1 })
  })
})
