/**
 * No gate takes an expectation that every value of its target meets, whatever the expectation is made of; and none is refused for that if some
 * value does not meet it.
 */
import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import * as fc from "fast-check"
import {
  type Agent,
  agent,
  agentConsistency,
  agentReliability,
  call,
  ending,
  expect,
  fault,
  faults,
  gate,
  goldenPath,
  hang,
  narrative,
  recovery,
  reliability,
  runs,
  stability,
  suite,
  toolSelection,
  trajectory,
  trajectoryAxes,
  type Unit
} from "passhat"
import type { MatcherData } from "../../../src/base/domain/matching/Matcher.ts"
import { jsonSchema } from "../../../src/language/metrics/jsonSchema.ts"
import { match } from "../../../src/language/metrics/match.ts"
import type { Json } from "../../../src/base/std/Json.ts"
import { issuesOf } from "../../suites.ts"
import { weather } from "../../types/servers.ts"

/** `any`, since the matchers are made at random. */
type Untyped = any

const { get_forecast, get_weather } = weather.tools
const hung = fault("hung", get_weather, hang)
const base = agent("asks", { model: "claude-m", servers: [weather], prompt: "p" }).pipe(runs(3), faults(hung))
const order = [{ first: get_weather, second: get_forecast }]

const units: ReadonlyArray<Unit> = [
  "fraction",
  "percent",
  "count",
  "tokens",
  "milliseconds",
  "flag",
  "boolean",
  "text",
  "value"
]

/** Each gate that takes expectations. */
const gates: Readonly<Record<string, (expected?: Untyped) => Untyped>> = {
  ending,
  goldenPath: (expected) => goldenPath([get_weather], { expect: expected }),
  narrative: (expected) => narrative(expected),
  recovery: (expected) => recovery({ from: hung, maxDetection: "3 seconds" }, expected),
  reliability: (expected) => reliability(expected),
  "reliability of k": (expected) => reliability(expected ?? { unbiased_pass_at_2: { op: "atLeast", value: 1 } }),
  stability: (expected) => stability(expected),
  toolSelection: (expected) => toolSelection(get_weather, { minSelectionRate: 1 }, expected),
  trajectory: (expected) => trajectory({ mode: "strict", expect: expected }, call(get_weather)),
  trajectoryAxes: (expected) => trajectoryAxes({ order }, expected),
  agentReliability: (expected) => agentReliability(expected),
  agentConsistency: (expected) => agentConsistency(expected),
  "a gate of another package": (expected) =>
    gate(
      {
        name: "acme/all",
        targets: Object.fromEntries(units.map((unit) => [`of_${unit}`, unit])) as Untyped,
        measure: () => ({}) as Untyped,
        expect: { of_count: { op: "atMost", value: 3 } } as Untyped
      },
      {},
      expected
    ),
  expect: (expected = { "conversation.tokens.total": { op: "atMost", value: 3 } }) => {
    const [[target, matcher] = []] = Object.entries(expected)
    return expect(target as Untyped, matcher as Untyped)
  }
}

const paths = ["stop_reason", "conversation.tokens.total", "tool_calls[0].turn", "tool_results[0].is_error"]

/** Every target with its unit, as the definition of the gate has them. */
const targets = Object.entries(gates).flatMap(([name, make]) =>
  (name === "expect" ? paths.map((path) => make({ [path]: { op: "atMost", value: 3 } })) : [make()]).flatMap((one) =>
    Object.entries(one.nodes[0].definition.targets as Readonly<Record<string, Unit>>)
      .filter(([, unit]) => unit !== "value")
      .map(([target, unit]) => ({ name, make, target, unit }))
  )
)

const numbers = [-1, 0, 0.3, 0.5, 1, 2, 3, 50, 99.5, 100, 101]
const words = ["", "a", "b", "ab"]
const whole = Array.from({ length: 104 }, (_, n) => n)
const fine = Array.from({ length: 2080 }, (_, n) => n / 20)

/** A text for every combination of what the matchers below ask of a text, so that a matcher which passes all of them passes every text. */
const texts = ["", "a", "b", "ba", "ab", "A", "B", "BA", "AB", "aB", "bA"].flatMap((middle) =>
  ["", "y"].flatMap((first) =>
    ["", "x"].flatMap((other) =>
      [0, 60, 104].flatMap((length) => ["", "v"].map((last) => first + middle + other + "c".repeat(length) + last))
    )
  )
)

/** Values of each unit, close enough together to lie between all the constants above. */
const samples: Readonly<Record<Exclude<Unit, "value">, ReadonlyArray<Json>>> = {
  fraction: fine.filter((x) => x <= 1),
  percent: whole.filter((n) => n <= 100),
  count: whole,
  tokens: whole,
  milliseconds: fine,
  flag: [0, 1],
  boolean: [false, true],
  text: texts
}

/** More parts than these are not tried when a suite is loaded. */
const isTried = (one: MatcherData): boolean => JSON.stringify(one).split('"op"').length <= 9

/**
 * No expression and no length here follows from another one or from a contained word: whether an expression follows from another is not
 * looked for when a suite is loaded.
 */
const number = fc.constantFrom(...numbers)
const word = fc.constantFrom(...words)
const { matcher } = fc.letrec<{ matcher: MatcherData; leaf: MatcherData }>((tie) => ({
  leaf: fc.oneof(
    fc.record({ op: fc.constantFrom("atLeast", "atMost"), value: number }) as fc.Arbitrary<MatcherData>,
    fc.tuple(number, number).map(([min, max]): MatcherData => ({ op: "between", min, max })),
    fc
      .oneof<[fc.Arbitrary<Json>, fc.Arbitrary<Json>, fc.Arbitrary<Json>]>(number, word, fc.boolean())
      .map((value): MatcherData => ({ op: "equals", value })),
    fc.record({ op: fc.constantFrom("contains", "icontains"), value: word }) as fc.Arbitrary<MatcherData>,
    fc.constantFrom("x", "^y", "v$", "|z", "w?$", "u*").map((pattern): MatcherData => {
      return { op: "regex", pattern, flags: "" }
    }),
    fc
      .constantFrom<Json>({ type: "number" }, { minimum: 0 }, { type: "string" }, { enum: [0, 1, true] })
      .map((schema): MatcherData => ({ op: "schema", schema })),
    fc.constantFrom(0, 50, 100).map((value): MatcherData => ({ op: "length", of: { op: "atLeast", value } }))
  ),
  matcher: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    tie("leaf"),
    tie("matcher").map((of): MatcherData => ({ op: "not", of })),
    fc
      .tuple(fc.constantFrom("anyOf", "allOf"), fc.array(tie("matcher"), { minLength: 1, maxLength: 3 }))
      .map(([op, of]): MatcherData => ({ op: op as "anyOf", of })),
    tie("matcher").map((one): MatcherData => ({ op: "anyOf", of: [one, { op: "not", of: one }] }))
  )
}))

const sentences = (one: Untyped): ReadonlyArray<string> =>
  issuesOf(suite("s", base.pipe(one) as unknown as Agent<never>), { jsonSchema }).map(({ message }) => message)

const passesAll = (one: MatcherData, unit: Unit): boolean =>
  samples[unit as Exclude<Unit, "value">].every((value) => match(one, value, jsonSchema).passed)

test("every gate is among those that are tried, with every unit", () => {
  assert.deepEqual(
    [...new Set(targets.map(({ unit }) => unit))].toSorted(),
    units.filter((unit) => unit !== "value").toSorted()
  )
  assert.equal(targets.length > 50, true)
})

describe.each(targets)("$name: $target", ({ make, target, unit }) => {
  test("no accepted matcher passes every value of the target", () => {
    fc.assert(
      fc.property(matcher.filter(isTried), (one) => {
        if (sentences(make({ [target]: one })).length > 0) return
        assert.equal(passesAll(one, unit), false, JSON.stringify(one))
      }),
      { numRuns: 60 }
    )
  })
})

test("no matcher of numbers is refused as one that can only pass, if some value does not pass", () => {
  const bounds = matcher.filter((one) => !/regex|contains|length|schema|true|false/.test(JSON.stringify(one)))
  fc.assert(
    fc.property(bounds, fc.constantFrom(...units.slice(0, 6)), (one, unit) => {
      const found = sentences(gates["a gate of another package"]?.({ [`of_${unit}`]: one }))
      if (!found.some((sentence) => sentence.includes(", which every "))) return
      assert.ok(passesAll(one, unit), `${unit} ${JSON.stringify(one)}`)
    }),
    { numRuns: 2_000 }
  )
})
