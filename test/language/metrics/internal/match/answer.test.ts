import assert from "node:assert/strict"
import { describe, test } from "bun:test"
import * as fc from "fast-check"
import { type MatchAnswer, every, negated, some } from "../../../../../src/language/metrics/internal/match/answer.ts"

const matcher = { op: "equals", value: 1 } as const
const answer = (is: MatchAnswer["is"]): MatchAnswer => ({ is, diffs: [], ...(is.length > 5 && { error: is }) })
const kinds = ["true", "false", "unknown", "invalid"] as const
const answers = fc.array(fc.constantFrom(...kinds).map(answer), { minLength: 1 })
const not = (one: MatchAnswer): MatchAnswer => negated(matcher, 1, one)
const any = (all: ReadonlyArray<MatchAnswer>): MatchAnswer => some(matcher, 1, all)

describe("answers", () => {
  test("not exchanges true and false, and keeps unknown and invalid", () => {
    assert.deepEqual(
      kinds.map((is) => not(answer(is)).is),
      ["false", "true", "unknown", "invalid"]
    )
  })

  test("a false decides allOf, a true decides anyOf, and invalid decides both", () => {
    assert.equal(every([answer("true"), answer("unknown"), answer("false")]).is, "false")
    assert.equal(every([answer("true"), answer("unknown")]).is, "unknown")
    assert.equal(any([answer("false"), answer("unknown"), answer("true")]).is, "true")
    assert.equal(any([answer("false"), answer("unknown")]).is, "unknown")
    for (const is of kinds) {
      assert.equal(every([answer(is), answer("invalid")]).is, "invalid")
      assert.equal(any([answer(is), answer("invalid")]).is, "invalid")
    }
  })

  test("an empty list of answers is invalid", () => {
    assert.deepEqual([every([]).is, any([]).is], ["invalid", "invalid"])
  })

  test("allOf equals the negation of anyOf of the negations", () => {
    fc.assert(fc.property(answers, (all) => assert.equal(every(all).is, not(any(all.map(not))).is)))
  })

  test("exactly the unknown and the invalid answers have an error", () => {
    fc.assert(
      fc.property(answers, (all) => {
        for (const one of [every(all), any(all)]) {
          assert.equal(one.error !== undefined, one.is === "unknown" || one.is === "invalid")
        }
      })
    )
  })
})
