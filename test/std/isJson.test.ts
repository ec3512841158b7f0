import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import * as Schema from "effect/Schema"
import { isJson } from "../../src/std/isJson.ts"
import { isMatcher } from "../../src/domain/isMatcher.ts"
import { Json } from "../../src/domain/Json.ts"
import { MatcherData } from "../../src/domain/Matcher.ts"

const looped: { self?: unknown } = {}
looped.self = { list: [looped] }
const deep = Array.from({ length: 100_000 }).reduce<unknown>((inner) => [inner], 1)
const shared = { x: 1 }

const values: Readonly<Record<string, unknown>> = {
  null: null,
  text: "a",
  "an empty text": "",
  true: true,
  zero: 0,
  "minus zero": -0,
  NaN: NaN,
  infinity: -Infinity,
  bigint: 1n,
  symbol: Symbol("a"),
  undefined: undefined,
  function: () => 1,
  list: [1, "a", [null, {}]],
  "a list with holes": Object.assign(Array.from<unknown>([]), { 1: 1 }),
  "a list with a name": Object.assign([1], { x: () => 1 }),
  "a list of undefined": [undefined],
  object: { a: { b: [1] } },
  "an object that says undefined": { a: undefined },
  "an object without a prototype": Object.assign(Object.create(null), { a: 1 }),
  "an object that inherits": Object.create({ a: 1 }),
  "a hidden function": Object.defineProperty({}, "a", { value: () => 1 }),
  "a key that is a symbol": { [Symbol("a")]: () => 1 },
  "a key __proto__": JSON.parse('{"__proto__":{"a":1}}'),
  "a class": new (class {
    readonly a = 1
  })(),
  date: new Date(0),
  map: new Map(),
  bytes: new Uint8Array(2),
  "a boxed text": Object("a"),
  error: new Error("a"),
  promise: Promise.resolve(1),
  "one that holds itself": looped,
  "one that is held twice": [shared, { shared }],
  "a deep one": deep
}

describe("what is JSON", () => {
  const isOfSchema = Schema.is(Json)
  test.each(Object.keys(values))("%s is told as the Schema tells it", (name) => {
    assert.equal(isJson(values[name]), isOfSchema(values[name]))
    assert.equal(isJson([values[name]]), isOfSchema([values[name]]))
    assert.equal(isJson({ a: values[name] }), isOfSchema({ a: values[name] }))
  })
})

describe("what is a matcher", () => {
  const isOfSchema = Schema.is(MatcherData)
  const ops = ["equals", "contains", "icontains", "containsAll", "regex", "schema", "atLeast", "atMost", "between"]
  const nesting = ["length", "not", "allOf", "anyOf"]
  const parts = ["value", "values", "pattern", "schema", "min", "of"]

  test.each([...ops, ...nesting, "judge", "toString", "hasOwnProperty"])("%s is told as the Schema tells it", (op) => {
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

  test.each(Object.keys(values))("%s is none, as the Schema says", (name) => {
    assert.equal(isMatcher(values[name]), isOfSchema(values[name]))
  })
})
