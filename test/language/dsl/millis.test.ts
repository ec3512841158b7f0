import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import * as Duration from "effect/Duration"
import * as Option from "effect/Option"
import * as fc from "fast-check"
import { millis } from "../../../src/language/dsl/millis.ts"

const units = ["nano", "micro", "milli", "second", "minute", "hour", "day", "week"]
const fields = ["weeks", "days", "hours", "minutes", "seconds", "milliseconds", "microseconds", "nanoseconds"]
const counts = fc.oneof(fc.nat(), fc.constantFrom("007", "1.5", "0.25", "-3"))
const texts = fc
  .tuple(counts, fc.constantFrom(" ", "  ", "\t"), fc.constantFrom(...units), fc.constantFrom("", "s"))
  .map((parts) => parts.join(""))
const objects = fc.dictionary(fc.constantFrom(...fields), fc.nat({ max: 10_000 }), {
  minKeys: 1,
  noNullPrototype: true
})
const pairs = fc.tuple(fc.nat({ max: 100_000 }), fc.nat({ max: 999_999_999 }))
const plain = fc.oneof(
  texts,
  objects,
  pairs,
  fc.maxSafeInteger(),
  fc.double({ noNaN: true, min: -1e6, max: 1e6 }),
  fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n }),
  fc.constantFrom("Infinity", "-Infinity", Infinity, -Infinity)
) as fc.Arbitrary<Duration.Input>

describe("millis", () => {
  test("equals effect's milliseconds of a duration, to the nanosecond", () => {
    // Above a few months a double cannot hold nanoseconds.
    const slack = (ms: number): number => Math.max(1e-6, Math.abs(ms) * 2 * Number.EPSILON)
    fc.assert(
      fc.property(plain, (input) => {
        const expected = Duration.toMillis(input)
        const actual = millis(input)
        assert.ok(
          actual === expected || Math.abs(actual - expected) <= slack(expected),
          `${actual}, expected ${expected}`
        )
      }),
      { numRuns: 1_000 }
    )
  })

  test("reads a Duration of effect like the input that it was made of", () => {
    fc.assert(
      fc.property(plain, (input) => {
        assert.equal(millis(Duration.fromInputUnsafe(input)), Duration.toMillis(input))
      })
    )
  })

  test("is NaN for input that effect cannot read", () => {
    const odd = [
      "",
      "soon",
      "3 secnds",
      "3seconds",
      " 3 seconds",
      "1e3 millis",
      "2 years",
      "1 constructor",
      null,
      [1],
      true
    ]
    fc.assert(
      fc.property(fc.oneof(fc.constantFrom(...odd), fc.string()), (input) => {
        fc.pre(Option.isNone(Duration.fromInput(input as never)))
        assert.equal(millis(input as never), Number.NaN)
      })
    )
  })

  test("is NaN for input that effect reads as zero: NaN, no field and a misspelt field", () => {
    for (const input of [Number.NaN, {}, { second: 2 }, { seconds: "2" }, [Number.NaN, 1], undefined]) {
      assert.equal(millis(input as never), Number.NaN, JSON.stringify(input))
    }
  })

  test("reads the forms that suites use", () => {
    const inputs = ["500 millis", "2 seconds", "1 week", 1500, { minutes: 1, milliseconds: 5 }] as const
    assert.deepEqual(inputs.map(millis), [500, 2000, 604_800_000, 1500, 60_005])
  })
})
