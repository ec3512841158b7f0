import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import * as Schema from "effect/Schema"
import * as fc from "fast-check"
import { FaultKind } from "../../../../src/base/domain/plan/Fault.ts"
import type { Json } from "../../../../src/base/domain/Json.ts"
import { MatcherData } from "../../../../src/base/domain/matching/Matcher.ts"
import { isFaultKind, isMatcher } from "../../../../src/base/domain/plan/predicates.ts"
import { json } from "../../../engine/layers/recordings.ts"
import { mutated, mutations, samplesOf } from "../../../samples.ts"
import { values } from "../../../values.ts"

const guards = [
  ["isMatcher", isMatcher, MatcherData, ["equals", "not", "atMost", "regex", "judge"]],
  ["isFaultKind", isFaultKind, FaultKind, ["hang", "slow", "error", "recover_after", "fire"]]
] as const

describe.each(guards)("%s", (_, accepts, schema, tags) => {
  const isOfSchema = Schema.is(schema as Schema.Codec<unknown>)
  const samples = samplesOf(schema, 300)

  test("accepts what the Schema accepts", () => {
    for (const value of samples) assert.ok(accepts(value), JSON.stringify(value))
  })

  test("agrees with the Schema on any changed value", () => {
    const replacement = fc.oneof(json, fc.constantFrom<Json>(-1, 0, 0.5, 2 ** 53, "", [], ...tags, ...samples))
    let [accepted, refused] = [0, 0]
    fc.assert(
      fc.property(fc.constantFrom(...samples), mutations(replacement), (value, mutation) => {
        const changed = mutated(value, mutation)
        assert.equal(accepts(changed), isOfSchema(changed), JSON.stringify(changed))
        if (isOfSchema(changed)) accepted++
        else refused++
      }),
      { numRuns: 4000 }
    )
    assert.ok(accepted > 200 && refused > 200, `${accepted} accepted, ${refused} refused`)
  })

  test.each(Object.keys(values))("refuses %s, as the Schema does", (name) => {
    assert.equal(accepts(values[name]), false)
    assert.equal(isOfSchema(values[name]), false)
  })

  test("accepts an object that is not plain and one that inherits its fields, as the Schema does", () => {
    for (const sample of samples.slice(0, 20)) {
      for (const value of [Object.create(Object(sample)), Object.assign(new Map(), sample)]) {
        assert.ok(accepts(value))
        assert.ok(isOfSchema(value))
      }
    }
  })
})

describe("isMatcher", () => {
  const isOfSchema = Schema.is(MatcherData)
  const ops = ["equals", "contains", "icontains", "containsAll", "regex", "schema", "atLeast", "atMost", "between"]
  const nesting = ["length", "not", "allOf", "anyOf"]
  const parts = ["value", "values", "pattern", "schema", "min", "of"]

  test.each([...ops, ...nesting, "judge", "toString", "hasOwnProperty"])("agrees with the Schema on %s", (op) => {
    const inner = [{ op: "atLeast", value: 1 }, { op: "atLeast", value: "1" }, { op: "judge", rubric: "?" }, []]
    const candidates = [...Object.values(values), ...inner, inner.slice(0, 1), inner]
    let matchers = 0
    for (const value of candidates) {
      const all = Object.fromEntries(parts.map((part) => [part, value]))
      const matcher = { op, ...all, flags: "", max: 1, more: () => 1 }
      assert.equal(isMatcher(matcher), isOfSchema(matcher))
      if (isMatcher(matcher)) matchers++
      for (const part of ["flags", "max", ...parts]) {
        const lacking = Object.fromEntries(Object.entries(matcher).filter(([key]) => key !== part))
        assert.equal(isMatcher(lacking), isOfSchema(lacking))
      }
    }
    assert.equal(matchers > 0, [...ops, ...nesting].includes(op))
  })
})
