import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import * as Effect from "effect/Effect"
import { readRates } from "../../../src/features/queue/rates.ts"

describe("--rate", () => {
  test("has requests and tokens of models, a second, a minute or an hour", async () => {
    const rates = await Effect.runPromise(readRates(["claude-*=50/min,400000tok/min", "gpt-5=2/s", "m=60tok/h"]))
    assert.deepEqual(rates, [
      { pattern: "claude-*", requestsPerMinute: 50, tokensPerMinute: 400_000 },
      { pattern: "gpt-5", requestsPerMinute: 120 },
      { pattern: "m", tokensPerMinute: 1 }
    ])
  })

  test.each(["", "claude", "=50/min", "m=", "m=0/min", "m=50", "m=50/day", "m=1/min,2/min", "m=-1/min", "m=1e3/min"])(
    "refuses %p, which would limit nothing or something else",
    async (flag) => {
      const error = await Effect.runPromise(Effect.flip(readRates([flag])))
      assert.match(error.message, /^--rate is /)
    }
  )

  test("names each pattern once", async () => {
    const error = await Effect.runPromise(Effect.flip(readRates(["m=1/min", "m=2tok/min"])))
    assert.match(error.message, /names m twice/)
  })
})
