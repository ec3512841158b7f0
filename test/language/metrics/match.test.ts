import assert from "node:assert/strict"
import { describe, test } from "bun:test"
import * as fc from "fast-check"
import type { Json } from "../../../src/base/domain/Json.ts"
import type { JsonSchemaCheck, MatcherData } from "../../../src/base/domain/matching/Matcher.ts"
import { holdsInexact, INEXACT } from "../../../src/base/std/inexact.ts"
import { match } from "../../../src/language/metrics/match.ts"

const passes = (matcher: MatcherData, value: unknown) => {
  const matched = match(matcher, value)
  assert.deepEqual(matched, { passed: true, diffs: [] })
}
const fails = (matcher: MatcherData, value: unknown, ...reasons: ReadonlyArray<string>) => {
  const matched = match(matcher, value)
  assert.equal(matched.passed, false)
  assert.equal(matched.error, undefined)
  assert.deepEqual(
    matched.diffs.map(({ reason }) => reason),
    reasons
  )
}
const errs = (matcher: MatcherData, value: unknown, error: string) => {
  const matched = match(matcher, value)
  assert.equal(matched.passed, false)
  assert.equal(matched.error, error)
}

const equals = (value: Json): MatcherData => ({ op: "equals", value })
const contains = (value: Json): MatcherData => ({ op: "contains", value })
const icontains = (value: string): MatcherData => ({ op: "icontains", value })
const containsAll = (...values: ReadonlyArray<Json>): MatcherData => ({ op: "containsAll", values })
const regex = (pattern: string, flags = ""): MatcherData => ({ op: "regex", pattern, flags })
const atLeast = (value: number): MatcherData => ({ op: "atLeast", value })
const atMost = (value: number): MatcherData => ({ op: "atMost", value })
const between = (min: number, max: number): MatcherData => ({ op: "between", min, max })
const length = (of: MatcherData): MatcherData => ({ op: "length", of })
const not = (of: MatcherData): MatcherData => ({ op: "not", of })
const allOf = (...of: ReadonlyArray<MatcherData>): MatcherData => ({ op: "allOf", of })
const anyOf = (...of: ReadonlyArray<MatcherData>): MatcherData => ({ op: "anyOf", of })
const schema = (value: Json): MatcherData => ({ op: "schema", schema: value })

describe("equals", () => {
  test("equals holds for the same JSON in any order of keys", () => {
    passes(equals({ a: 1, b: [1, null] }), { b: [1, null], a: 1.0 })
    passes(equals(0), -0)
    passes(equals(null), null)
  })

  test("equals names every path that differs", () => {
    assert.deepEqual(match(equals({ city: "Rome", items: [{ id: 1 }] }), { city: "Paris", items: [{ id: 2 }], x: 0 }), {
      passed: false,
      diffs: [
        { path: "city", expected: "Rome", actual: "Paris", reason: 'expected "Rome", got "Paris"' },
        { path: "items[0].id", expected: 1, actual: 2, reason: "expected 1, got 2" },
        { path: "x", expected: null, actual: 0, reason: "expected nothing, got 0" }
      ]
    })
  })

  test("equals tells null from absent, and does not normalise text", () => {
    fails(equals({ a: null }), {}, "expected null, got nothing")
    assert.equal(match(equals("\u00e9"), "e\u0301").passed, false)
  })
})

describe("contains", () => {
  test("a text contains a part of it", () => {
    passes(contains("cat"), "concatenate")
    fails(contains("dog"), "cat", 'expected containing "dog", got "cat"')
  })

  test("a list contains several elements if each has an element of its own", () => {
    passes(contains("b"), ["a", "b"])
    passes(contains({ id: 1 }), [{ id: 1, name: "x" }])
    passes(contains([1, 1]), [1, 2, 1])
    fails(contains([1, 1]), [1, 2], "expected an element 1, got [1,2]")
    fails(contains("c"), ["a"], 'expected containing "c", got ["a"]')
    fails(contains("a"), ["ab"], 'expected containing "a", got ["ab"]')
  })

  test("an object contains keys with their values, at any depth; other keys are ignored", () => {
    passes(contains({ a: { b: 1 } }), { a: { b: 1, c: 2 }, d: 3 })
    fails(contains({ a: { b: 1 } }), { a: { b: 2 } }, "expected 1, got 2")
  })

  test("containsAll names each part that is missing", () => {
    passes(containsAll("a", "b"), "ab")
    fails(containsAll("a", "x", "y"), "ab", 'expected containing "x", got "ab"', 'expected containing "y", got "ab"')
  })

  test("icontains ignores case", () => {
    passes(icontains("SACRA"), "sacramento")
    fails(icontains("x"), "a", 'expected containing "x" in any case, got "a"')
  })
})

describe("numbers, lengths and patterns", () => {
  test("atLeast, atMost and between include their bounds", () => {
    passes(atLeast(0.5), 0.5)
    passes(atMost(3), 3)
    passes(between(1, 2), 1)
    passes(between(1, 2), 2)
    passes(between(2, 2), 2)
    fails(atLeast(0.5), 0.31, "expected at least 0.5, got 0.31")
    fails(atMost(3), 4, "expected at most 3, got 4")
    fails(between(1, 2), 2.5, "expected between 1 and 2, got 2.5")
  })

  test("length counts code points or elements, and says which", () => {
    passes(length(equals(2)), "👍🏽")
    passes(length(equals(0)), [])
    assert.deepEqual(match(length(atLeast(3)), [1, 2]).diffs, [
      { path: "length", expected: "at least 3", actual: 2, reason: "expected at least 3, got 2" }
    ])
  })

  test("regex takes a bounded amount of work; what needs more is not decided, under not either", () => {
    const long = `${"a".repeat(10_000)}!`
    assert.equal(match(regex("(a+)+$"), long).passed, false)
    assert.equal(match(regex("(a+)+$"), long).error, undefined)
    passes(not(regex("^(a|a)*$")), long)
    for (const matcher of [regex("(a+)\\1+$"), not(regex("(a+)\\1+$"))]) {
      const { error = "", passed } = match(matcher, long)
      assert.equal(passed, false)
      assert.match(error, /, which takes too much work: write the expression without references/)
    }
  })

  test("regex may match anywhere in the text", () => {
    passes(regex("^c.t$", "i"), "CAT")
    fails(regex("^a"), "cat", 'expected matching /^a/, got "cat"')
  })
})

describe("not, allOf, anyOf", () => {
  test("not holds exactly if its matcher does not", () => {
    passes(not(contains("x")), "abc")
    passes(not(contains("delete")), [])
    fails(not(contains("b")), "abc", 'expected not containing "b", got "abc"')
  })

  test("allOf names the matcher that fails, and anyOf names all of them", () => {
    passes(allOf(atLeast(1), atMost(3)), 2)
    fails(allOf(atLeast(1), atMost(3), atMost(4)), 5, "expected at most 3, got 5", "expected at most 4, got 5")
    passes(anyOf(equals("a"), equals("b")), "b")
    fails(anyOf(equals("a"), equals("b")), "c", 'expected equal to "a" or equal to "b", got "c"')
  })
})

describe("what has no answer", () => {
  test("undefined, NaN, Infinity and values that are not JSON pass no matcher", () => {
    const cyclic: Array<unknown> = []
    cyclic.push(cyclic)
    const values = [undefined, NaN, Infinity, -Infinity, [NaN], { a: undefined }, () => 1, 1n, new Date(0), cyclic]
    for (const value of values) {
      for (const matcher of [equals(null), not(equals(1)), atLeast(0), not(atLeast(0)), anyOf(not(equals(1)))]) {
        const matched = match(matcher, value)
        assert.equal(matched.passed, false)
        assert.ok(matched.error)
      }
    }
    errs(atLeast(0.5), NaN, "expected at least 0.5, got NaN")
    errs(equals(1), undefined, "expected equal to 1, got nothing")
  })

  test("a matcher that cannot be asked of the value passes neither as it is nor negated", () => {
    errs(atLeast(1), "5", 'expected at least 1, got "5", which is not a number')
    errs(not(atLeast(1)), "5", 'expected at least 1, got "5", which is not a number')
    errs(not(not(atLeast(1))), "5", 'expected at least 1, got "5", which is not a number')
    errs(not(contains("a")), null, 'expected containing "a", got null, which cannot contain it')
    errs(not(contains({ a: 1 })), "a", 'expected containing {"a":1}, got "a", which cannot contain it')
    errs(not(contains([1])), { a: 1 }, 'expected containing [1], got {"a":1}, which cannot contain it')
    errs(not(contains({ a: 1 })), 5, 'expected containing {"a":1}, got 5, which cannot contain it')
    errs(not(contains("a")), { a: 1 }, 'expected containing "a", got {"a":1}, which cannot contain it')
    errs(not(icontains("a")), 1, 'expected containing "a" in any case, got 1, which is not a text')
    errs(not(regex("a")), ["b"], 'expected matching /a/, got ["b"], which is not a text')
    errs(not(length(atLeast(1))), { a: 1 }, 'expected of a length at least 1, got {"a":1}, which has no length')
    assert.equal(match(atLeast(1), "5").diffs.length, 1)
  })

  test("another matcher of anyOf or allOf may still decide", () => {
    passes(anyOf(equals(null), contains("rain")), null)
    assert.equal(match(allOf(equals(1), contains("rain")), null).error, undefined)
    errs(anyOf(equals(1), atLeast(2)), "x", 'expected at least 2, got "x", which is not a number')
    errs(allOf(equals("x"), atLeast(2)), "x", 'expected at least 2, got "x", which is not a number')
  })

  test("a malformed matcher is an error, even beside a matcher that holds", () => {
    const malformed: ReadonlyArray<readonly [MatcherData, string]> = [
      [regex("("), "/(/ is not a regular expression"],
      [regex("a", "q"), "/a/q is not a regular expression"],
      [between(3, 1), "no number is between 3 and 1"],
      [allOf(), "a list of no matchers claims nothing"],
      [anyOf(), "a list of no matchers claims nothing"],
      [containsAll(), "a list of no matchers claims nothing"],
      [schema({}), "the JSON Schema cannot be used: nothing here can read one"]
    ]
    for (const [matcher, error] of malformed) {
      for (const wrapped of [matcher, not(matcher), anyOf(equals("a"), matcher), allOf(equals("b"), matcher)]) {
        errs(wrapped, "a", error)
      }
    }
  })

  test("a value that is not a matcher is an error", () => {
    const strangers = [
      null,
      {},
      { op: "judge", rubric: "nice" },
      { op: "regex" },
      { op: "not" },
      atLeast(NaN),
      equals(NaN)
    ]
    for (const stranger of [...strangers, not(atLeast(NaN)), not({ op: "judge" } as never)]) {
      errs(stranger as MatcherData, "a", "the matcher is malformed")
    }
  })
})

describe("integers beyond 2^53", () => {
  const [even, odd] = [JSON.parse("9007199254740992"), JSON.parse("9007199254740993")]
  const everywhere = (matcher: MatcherData) => [
    matcher,
    not(matcher),
    not(not(matcher)),
    allOf(matcher),
    anyOf(matcher),
    anyOf(equals("x"), matcher),
    allOf(not(equals("x")), not(matcher))
  ]

  test("inexact integers are neither equal nor different", () => {
    assert.equal(even, odd)
    for (const matcher of everywhere(equals(even))) errs(matcher, odd, INEXACT)
    for (const matcher of everywhere(equals({ a: [even] }))) errs(matcher, { a: [odd] }, INEXACT)
    for (const matcher of everywhere(contains(even))) errs(matcher, [1, odd], INEXACT)
    for (const matcher of everywhere(contains({ a: even }))) errs(matcher, { a: odd, b: 1 }, INEXACT)
    for (const matcher of everywhere(contains([even]))) errs(matcher, [odd], INEXACT)
    for (const matcher of everywhere(containsAll(1, even))) errs(matcher, [1, odd], INEXACT)
    for (const matcher of everywhere(length(equals(even)))) errs(matcher, [1], INEXACT)
  })

  test("an inexact integer cannot be expected", () => {
    errs(equals(even), 5, INEXACT)
    errs(anyOf(equals(5), equals(even)), 5, INEXACT)
    errs(allOf(equals(6), equals(even)), 5, INEXACT)
  })

  test("inexact integers differ from exact ones", () => {
    passes(not(equals(5)), odd)
    fails(equals(5), odd, "expected 5, got 9007199254740992")
    fails(contains({ a: 2 ** 53 - 1 }), { a: odd }, "expected 9007199254740991, got 9007199254740992")
    passes(contains(5), [odd, 5])
    passes(length(equals(1)), [odd])
  })

  test("an inexact integer that equals a bound has no answer, and any other has one", () => {
    const why = (phrase: string) => `expected ${phrase}, got 9007199254740992, which may have lost digits in JSON`
    for (const matcher of everywhere(atLeast(even))) errs(matcher, odd, why("at least 9007199254740992"))
    for (const matcher of everywhere(atMost(even))) errs(matcher, odd, why("at most 9007199254740992"))
    errs(between(1, even), odd, why("between 1 and 9007199254740992"))
    errs(between(even, even + 2), odd, why("between 9007199254740992 and 9007199254740994"))
    passes(atLeast(5), odd)
    passes(not(atMost(2 ** 53 - 1)), odd)
    passes(atMost(even + 2), odd)
    fails(atLeast(even + 2), odd, "expected at least 9007199254740994, got 9007199254740992")
    passes(between(1, even + 2), odd)
    passes(atMost(even), 5)
    passes(atLeast(2 ** 53 - 1), 2 ** 53 - 1)
  })

  test("another matcher may decide beside an inexact integer at a bound", () => {
    passes(anyOf(atLeast(even), atLeast(5)), odd)
    assert.equal(match(allOf(atLeast(even), atMost(5)), odd).error, undefined)
  })

  test("a schema that compares inexact integers has no answer", () => {
    const valid: JsonSchemaCheck = () => []
    const error = "expected valid against the JSON Schema, got 9007199254740992, which may have lost digits in JSON"
    for (const one of [schema({ const: even }), not(schema({ multipleOf: 2 }))]) {
      assert.equal(match(one, odd, valid).error, error)
      assert.equal(match(one, odd, valid).passed, false)
    }
    assert.equal(match(schema({ type: "integer" }), odd, valid).passed, true)
  })
})

const isText: JsonSchemaCheck = (_, value) =>
  typeof value === "string" ? [] : [{ path: "", expected: "text", actual: value, reason: "no text" }]
const unusable: JsonSchemaCheck = () => ({ unusable: "it is wrong" })

describe("schema", () => {
  test("schema is answered by the given check", () => {
    assert.equal(match(schema({}), "a", isText).passed, true)
    assert.deepEqual(match(schema({}), 1, isText), {
      passed: false,
      diffs: [{ path: "", expected: "text", actual: 1, reason: "no text" }]
    })
  })

  test("an unusable schema is an error inside every other matcher", () => {
    for (const matcher of [schema({}), not(schema({})), anyOf(equals(1), schema({}))]) {
      assert.deepEqual(match(matcher, 1, unusable).error, "the JSON Schema cannot be used: it is wrong")
      assert.equal(match(matcher, 1, unusable).passed, false)
    }
  })
})

describe("laws", () => {
  const json = fc.jsonValue() as fc.Arbitrary<Json>
  const leaf = fc.oneof(
    json.map(equals),
    json.map(contains),
    fc.string().map(icontains),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map(atLeast),
    fc.string().map((pattern) => regex(pattern)),
    fc.nat(5).map((n) => length(equals(n)))
  )
  const matchers = fc.oneof(
    leaf,
    fc.array(leaf).map((of) => allOf(...of)),
    fc.array(leaf).map((of) => anyOf(...of))
  )

  test("a value equals and contains itself", () => {
    fc.assert(
      fc.property(json, (value) => {
        if (holdsInexact(value)) return errs(equals(value), value, INEXACT)
        passes(equals(value), value)
        if (typeof value === "object" && value !== null) passes(contains(value), value)
      })
    )
  })

  test("a matcher and its negation never both pass, and one of them does unless there is an error", () => {
    fc.assert(
      fc.property(matchers, json, (matcher, value) => {
        const [plain, negated] = [match(matcher, value), match(not(matcher), value)]
        assert.equal(plain.passed && negated.passed, false)
        assert.equal(plain.passed || negated.passed, plain.error === undefined)
        assert.equal(plain.error === undefined, negated.error === undefined)
      })
    )
  })

  test("a failed match has diffs, and a passed match has none", () => {
    fc.assert(
      fc.property(matchers, json, (matcher, value) => {
        const { diffs, error, passed } = match(matcher, value)
        assert.equal(passed, diffs.length === 0 && error === undefined)
      })
    )
  })
})
