import { test } from "bun:test"
import assert from "node:assert/strict"
import * as fc from "fast-check"
import { durationMillis } from "../../src/dsl/duration.ts"
import { millis } from "../../src/dsl/millis.ts"

test("a duration takes as long as effect says", () => {
  const counts = fc.oneof(fc.nat(), fc.constantFrom("007", "1.5", "-3", "1e3", "", "999999999999999999"))
  const units = ["nano", "micro", "milli", "second", "minute", "hour", "day", "week", "year", ""]
  const written = fc
    .tuple(counts, fc.constantFrom(" ", "  ", ""), fc.constantFrom(...units), fc.constantFrom("", "s", " "))
    .map((parts) => parts.join(""))
  const others = fc.oneof(
    fc.double(),
    fc.integer(),
    fc.bigInt(),
    fc.constantFrom("Infinity", "constructor", { seconds: 2 }, [1, 5])
  )
  fc.assert(
    fc.property(fc.oneof(written, others), (input) => {
      assert.equal(millis(input as never), durationMillis(input as never))
    })
  )
  assert.deepEqual(
    ["500 millis", "2 seconds", "1 week"].map((input) => millis(input as never)),
    [500, 2000, 604_800_000]
  )
})
