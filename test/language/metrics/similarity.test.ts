import assert from "node:assert/strict"
import { describe, test } from "bun:test"
import * as fc from "fast-check"
import type { Trace } from "../../../src/base/domain/trace/Trace.ts"
import { callKey, toolKey } from "../../../src/base/domain/trace/callKey.ts"
import { similarity } from "../../../src/language/metrics/similarity.ts"
import { call, trace } from "../../traces.ts"

const run = (...names: ReadonlyArray<string>) => trace({ tool_calls: names.map((name) => call(name)) })
const asks = (...cities: ReadonlyArray<string>) => trace({ tool_calls: cities.map((city) => call("get", { city })) })

const alike = (...runs: ReadonlyArray<Trace>) => similarity(runs).tool_sequence_similarity
const consistent = (...runs: ReadonlyArray<Trace>) => similarity(runs).argument_consistency
const early = (...runs: ReadonlyArray<Trace>) => similarity(runs).early_divergence

describe("tool_sequence_similarity", () => {
  test("sequence similarity is the common part of the longer sequence, averaged over pairs", () => {
    assert.equal(alike(run("a", "b", "c"), run("a", "b", "c")), 1)
    assert.equal(alike(run("a", "b", "c"), run("a", "c")), 2 / 3)
    assert.equal(alike(run("a", "b"), run("b", "a")), 0.5)
    assert.equal(alike(run("a"), run("a"), run("b")), 1 / 3)
  })

  test("sequence similarity is 1 for two empty runs and 0 for one", () => {
    assert.equal(alike(run(), run()), 1)
    assert.equal(alike(run(), run("a")), 0)
    assert.equal(alike(run(), run(), run("a")), 1 / 3)
  })

  test("fewer than two runs have a similarity of 1", () => {
    const nothing = { tool_sequence_similarity: 1, argument_consistency: 1, early_divergence: 0 }
    assert.deepEqual(similarity([]), nothing)
    assert.deepEqual(similarity([run("a", "b")]), nothing)
  })
})

describe("argument_consistency", () => {
  test("argument consistency is the share of equal arguments where both runs call the same tool", () => {
    assert.equal(consistent(asks("Rome", "Oslo"), asks("Rome", "Bern")), 0.5)
    assert.equal(consistent(asks("Rome"), asks("Rome", "Bern")), 1)
    assert.equal(consistent(asks("Rome"), asks("Bern")), 0)
  })

  test("argument consistency is undefined if two equal calls hold an integer with lost digits", () => {
    const opens = (id: number) => trace({ tool_calls: [call("open", { id })] })
    assert.equal(consistent(opens(2 ** 53), opens(2 ** 53)), undefined)
    assert.equal(consistent(opens(1), opens(2 ** 53), opens(2 ** 53)), undefined)
    assert.equal(consistent(opens(2 ** 53), opens(2 ** 53 + 2)), 0)
    assert.equal(consistent(opens(2 ** 53), opens(5), opens(5)), 1 / 3)
  })

  test("an infinite number is not taken for null", () => {
    const asksFor = (limit: number | null) => trace({ tool_calls: [call("list", { limit })] })
    assert.equal(consistent(asksFor(Infinity), asksFor(null)), 0)
    assert.equal(consistent(asksFor(null), asksFor(Infinity)), 0)
  })

  test("argument consistency does not depend on the order of keys", () => {
    const [a, b] = [
      { x: 1, y: 2 },
      { y: 2, x: 1 }
    ].map((args) => trace({ tool_calls: [call("get", args)] }))
    assert.equal(consistent(a!, b!), 1)
  })

  test("a tool of the same name on another server is another tool", () => {
    const elsewhere = trace({ tool_calls: [call("get", { city: "Rome" }, "other"), call("get", { city: "Oslo" })] })
    assert.equal(consistent(asks("Bern", "Oslo"), elsewhere), 1)
  })

  test("pairs without the same tool at the same index are left out, and without pairs the value is 1", () => {
    assert.equal(consistent(asks("Rome"), run("other")), 1)
    assert.equal(consistent(asks("Rome"), asks("Oslo"), run("other")), 0)
  })
})

describe("early_divergence", () => {
  test("early divergence is 1 if most different pairs differ within their first two calls", () => {
    assert.equal(early(run("a", "b"), run("a", "c")), 1)
    assert.equal(early(run("x"), run("y")), 1)
    assert.equal(early(run("a", "b", "c"), run("a", "b", "d")), 0)
  })

  test("a run that is a prefix of another differs at its end", () => {
    assert.equal(early(run("a"), run("a", "b")), 1)
    assert.equal(early(run(), run("a", "b")), 1)
    assert.equal(early(run("a", "b"), run("a", "b", "c")), 0)
  })

  test("half of the different pairs is not a majority, and equal pairs do not count", () => {
    const [abc, abd, x] = [run("a", "b", "c"), run("a", "b", "d"), run("x")]
    assert.equal(early(abc, abd, run("a", "b", "e"), x), 0)
    assert.equal(early(abc, abd, x), 1)
    assert.equal(early(abc, abc, x), 1)
    assert.equal(early(abc, abd, run("x", "y", "z"), run("x", "y", "w"), abc), 1)
    assert.equal(early(abc, abc), 0)
  })
})

/** The definitions, pair by pair, with a plain two-row LCS. */
const plainly = (runs: ReadonlyArray<Trace>) => {
  const pairs = runs.flatMap((a, i) => runs.slice(i + 1).map((b) => [a.tool_calls, b.tool_calls] as const))
  const sequences = pairs.map(([a, b]) => [a.map(({ name }) => name), b.map(({ name }) => name)] as const)
  const ratios = sequences.map(([a, b]) => ({ part: lcs(a, b), whole: Math.max(a.length, b.length) }))
  const shares = pairs
    .map(([a, b]) => a.flatMap((x, i) => (b[i] && toolKey(x) === toolKey(b[i]) ? [callKey(x) === callKey(b[i])] : [])))
    .filter((same) => same.length > 0)
    .map((same) => ({ part: same.filter(Boolean).length, whole: same.length }))
  const partings = sequences.flatMap(([a, b]) => {
    const length = Math.max(a.length, b.length)
    const index = Array.from({ length }, (_, i) => i).find((i) => a[i] !== b[i])
    return index === undefined ? [] : [index]
  })
  return {
    tool_sequence_similarity: meanOf(ratios.map((one) => (one.whole === 0 ? { part: 1, whole: 1 } : one))),
    argument_consistency: meanOf(shares),
    early_divergence: partings.filter((index) => index < 2).length * 2 > partings.length ? 1 : 0
  }
}

const lcs = (a: ReadonlyArray<string>, b: ReadonlyArray<string>): number => {
  let above = [0, ...b.map(() => 0)]
  for (const x of a) {
    const row = [0]
    for (const [j, y] of b.entries()) row.push(x === y ? above[j]! + 1 : Math.max(above[j + 1]!, row[j]!))
    above = row
  }
  return above[b.length]!
}

const meanOf = (ratios: ReadonlyArray<{ readonly part: number; readonly whole: number }>): number => {
  if (ratios.length === 0) return 1
  let total = 0
  for (const whole of [...new Set(ratios.map((one) => one.whole))].toSorted((a, b) => a - b)) {
    const parts = ratios.filter((one) => one.whole === whole).map((one) => one.part)
    total += parts.reduce((sum, part) => sum + part, 0) / whole
  }
  return total / ratios.length
}

describe("laws", () => {
  const anyCall = fc
    .tuple(fc.constantFrom("a", "b", "c"), fc.nat(2), fc.constantFrom("s", "t"))
    .map(([name, x, server]) => call(name, { x }, server))
  const anyRun = fc.array(anyCall, { maxLength: 70, size: "max" }).map((tool_calls) => trace({ tool_calls }))
  const repeated = fc
    .tuple(fc.array(anyRun, { minLength: 1, maxLength: 4 }), fc.array(fc.nat(3), { maxLength: 9 }))
    .map(([kinds, picks]) => picks.map((pick) => kinds[pick % kinds.length]!))

  test("grouping and bit-parallel comparison give the same bits as the definitions", () => {
    fc.assert(fc.property(repeated, (runs) => assert.deepEqual(similarity(runs), plainly(runs))))
  })

  test("the numbers do not depend on the order of the runs", () => {
    fc.assert(fc.property(repeated, (runs) => assert.deepEqual(similarity(runs), similarity(runs.toReversed()))))
  })

  test("any number of equal runs have a similarity of 1", () => {
    fc.assert(
      fc.property(anyRun, fc.integer({ min: 2, max: 500 }), (one, count) => {
        assert.deepEqual(similarity(Array.from({ length: count }, () => one)), {
          tool_sequence_similarity: 1,
          argument_consistency: 1,
          early_divergence: 0
        })
      })
    )
  })
})
