import assert from "node:assert/strict"
import { describe, test } from "bun:test"
import * as fc from "fast-check"
import type { Json, JsonObject } from "../../../src/base/domain/Json.ts"
import type { JsonSchemaCheck } from "../../../src/base/domain/matching/Matcher.ts"
import type { ToolCall } from "../../../src/base/domain/trace/Trace.ts"
import { readTrace } from "../../../src/language/metrics/readTrace.ts"
import { jsonSchema } from "../../../src/language/metrics/jsonSchema.ts"
import { modes } from "../../../src/language/metrics/internal/trajectory/spec.ts"
import * as Trajectory from "../../../src/language/metrics/trajectory.ts"
import { call, trace } from "../../traces.ts"

const measure = (
  calls: ReadonlyArray<ToolCall>,
  mode: Trajectory.TrajectoryMode,
  expected: ReadonlyArray<Trajectory.ExpectedCall>,
  within_turn: "ordered" | "free" = "ordered"
): Trajectory.Report =>
  Trajectory.measure(trace({ tool_calls: calls }), { mode, calls: expected, within_turn }, jsonSchema)

const passes = (...parts: Parameters<typeof measure>): boolean => {
  const { mismatch_count, mismatches, passed } = measure(...parts)
  assert.equal(mismatch_count, mismatches.length)
  assert.equal(passed, mismatches.length === 0 ? 1 : 0)
  return passed === 1
}

/** The modes under which these recorded tools pass for those expected ones. */
const passing = (recorded: string, expected: string): ReadonlyArray<string> =>
  modes.filter((mode) =>
    passes(
      [...recorded].map((name) => call(name)),
      mode,
      [...expected].map((name) => ({ name }))
    )
  )

const inTurns = (...turns: ReadonlyArray<ReadonlyArray<ToolCall>>): ReadonlyArray<ToolCall> =>
  turns.flatMap((calls, index) => calls.map((one) => ({ ...one, turn: index + 1 })))

/** What is said of a malformed expectation, for which there must be no numbers. */
const error = (spec: unknown, check?: JsonSchemaCheck, calls = [call("a", { n: 1 })]): string | undefined => {
  const report = Trajectory.measure(trace({ tool_calls: calls }), spec as Trajectory.Spec, check)
  assert.equal(report.passed, undefined)
  assert.equal(report.mismatch_count, undefined)
  return report.error
}

const withArgs = (args: unknown) => ({ mode: "unordered", calls: [{ name: "a", args }] })

/** What each mismatch names, and why. */
const indices = (report: Trajectory.Report) =>
  report.mismatches.map((one) => [one.expected_index, one.recorded_index, one.reason])

type Expected = ReadonlyArray<Trajectory.ExpectedCall>

/** The reference, written without any part of the module under test. */
const fits = ({ args, name }: Trajectory.ExpectedCall, one: ToolCall): boolean =>
  name === one.name &&
  (args === undefined || typeof args === "string" || JSON.stringify(args) === JSON.stringify({ exact: one.args }))

const orders = <A>(items: ReadonlyArray<A>): ReadonlyArray<ReadonlyArray<A>> =>
  items.length === 0
    ? [[]]
    : items.flatMap((item, index) => orders(items.toSpliced(index, 1)).map((rest) => [item, ...rest]))

const alike = (expected: Expected, recorded: ReadonlyArray<ToolCall>): boolean =>
  expected.length === recorded.length && expected.every((one, index) => fits(one, recorded[index]!))

const inOrder = (expected: Expected, [first, ...rest]: ReadonlyArray<ToolCall>): boolean =>
  expected.length === 0 ||
  (first !== undefined && (inOrder(expected, rest) || (fits(expected[0]!, first) && inOrder(expected.slice(1), rest))))

const reorderings = (recorded: ReadonlyArray<ToolCall>): ReadonlyArray<ReadonlyArray<ToolCall>> =>
  [...new Set(recorded.map(({ turn }) => turn))]
    .map((turn) => orders(recorded.filter((one) => one.turn === turn)))
    .reduce<ReadonlyArray<ReadonlyArray<ToolCall>>>(
      (heads, tails) => heads.flatMap((head) => tails.map((tail) => [...head, ...tail])),
      [[]]
    )

describe("trajectory", () => {
  describe("modes", () => {
    test("the same calls in the same order pass under every mode", () => {
      assert.deepEqual(passing("abc", "abc"), modes)
    })

    test("an extra call passes under modes that are a lower bound", () => {
      assert.deepEqual(passing("axb", "ab"), ["subsequence", "unordered", "superset"])
    })

    test("another order passes under modes without order", () => {
      assert.deepEqual(passing("ba", "ab"), ["unordered", "superset", "subset", "sameMultiset"])
    })

    test("fewer calls pass under subset only", () => {
      assert.deepEqual(passing("b", "ab"), ["subset"])
    })

    test("every expected call needs a recorded call of its own", () => {
      assert.deepEqual(passing("a", "aa"), ["subset"])
    })

    test("one call beyond the expected ones fails subset", () => {
      assert.deepEqual(passing("aa", "a"), ["subsequence", "unordered", "superset"])
    })

    test("an empty expectation is satisfied by an empty recording under every mode", () => {
      assert.deepEqual(passing("", ""), modes)
    })

    test("an empty expectation passes under every mode that is not an upper bound", () => {
      const bounds = new Set(["subset", "sameMultiset"])
      assert.deepEqual(
        passing("a", ""),
        modes.filter((mode) => !bounds.has(mode))
      )
    })

    test("a run without calls fails, except under subset", () => {
      assert.deepEqual(passing("", "a"), ["subset"])
    })

    test("calls are matched by a maximum matching, not greedily", () => {
      const recorded = [call("a", { n: 1 }), call("a", { n: 2 })]
      const expected = [{ name: "a" }, { name: "a", args: { exact: { n: 1 } } }]
      for (const mode of ["unordered", "superset", "subset", "sameMultiset"] as const) {
        assert.ok(passes(recorded, mode, expected), mode)
      }
    })
  })

  describe("expected calls", () => {
    const paris = call("get_weather", { city: "Paris", days: [1, 2, 2] })
    const accepts = (args: Trajectory.ArgumentShape): boolean =>
      passes([paris], "strict", [{ name: "get_weather", args }])

    test("any, ignore and a call without a shape accept all arguments", () => {
      assert.ok(accepts("any"))
      assert.ok(accepts("ignore"))
      assert.ok(passes([paris], "strict", [{ name: "get_weather" }]))
    })

    test("exact is deep equality", () => {
      assert.ok(accepts({ exact: { days: [1, 2, 2], city: "Paris" } }))
      assert.ok(!accepts({ exact: { city: "Paris" } }))
      assert.ok(!accepts({ exact: { city: "Paris", days: [2, 1, 2] } }))
    })

    test("subset and includes compare objects by key and lists as multisets", () => {
      for (const name of ["subset", "includes"]) {
        const shape = (args: JsonObject) => ({ [name]: args }) as Trajectory.ArgumentShape
        assert.ok(accepts(shape({ city: "Paris" })))
        assert.ok(accepts(shape({ days: [2, 1] })))
        assert.ok(!accepts(shape({ days: [1, 1] })))
        assert.ok(!accepts(shape({ country: null })))
      }
    })

    test("schema is JSON Schema", () => {
      assert.ok(accepts({ schema: { properties: { city: { enum: ["Paris", "Rome"] } } } }))
      assert.ok(!accepts({ schema: { required: ["country"] } }))
    })

    test("the recorded name is compared without the wire prefix of its own server", () => {
      const prefixed = call("weather__get_weather", {}, "weather")
      assert.ok(passes([prefixed], "strict", [{ name: "get_weather" }]))
      assert.ok(passes([prefixed], "strict", [{ name: "get_weather", server: "weather" }]))
      assert.ok(!passes([{ ...prefixed, server: "news" }], "strict", [{ name: "get_weather" }]))
    })

    test("a tool whose own name begins like a prefix is found by its whole name", () => {
      assert.ok(passes([call("fs__read", {}, "fs")], "strict", [{ name: "fs__read" }]))
    })

    test("a pinned server must be the recorded one", () => {
      assert.ok(passes([call("search", {}, "web")], "strict", [{ name: "search", server: "web" }]))
      const { mismatches } = measure([call("search", {}, "web")], "strict", [{ name: "search", server: "files" }])
      assert.deepEqual(mismatches, [
        {
          expected_index: 0,
          recorded_index: 0,
          reason: "files/search was expected, web/search was called",
          diffs: [{ path: "server", expected: "files", actual: "web", reason: "expected files, got web" }]
        }
      ])
    })

    test("a call without arguments and a trace without calls are read as empty", () => {
      const bare = { name: "a" } as ToolCall
      assert.ok(passes([bare], "strict", [{ name: "a", args: { exact: {} } }]))
      assert.equal(Trajectory.measure({} as never, { mode: "strict", calls: [] }).passed, 1)
      assert.equal(Trajectory.measure({} as never, { mode: "strict", calls: [{ name: "a" }] }).passed, 0)
    })
  })

  describe("a malformed expectation has no numbers", () => {
    test("a malformed schema is an error, even if the tool was not called", () => {
      const message = /^calls\[0\]\.args: the JSON Schema cannot be used: /
      assert.match(error(withArgs({ schema: { type: "nothing" } }), jsonSchema)!, message)
      assert.match(error(withArgs({ schema: { type: "nothing" } }), jsonSchema, [])!, message)
    })

    test("a schema that fails only on the recorded arguments is an error", () => {
      const endless = { properties: { n: { $ref: "#/$defs/n" } }, $defs: { n: { $ref: "#/$defs/n" } } }
      assert.match(error(withArgs({ schema: endless }), jsonSchema)!, /refers to itself without end/)
    })

    test("a schema that cannot be read is an error", () => {
      assert.match(error(withArgs({ schema: true }))!, /nothing here can read one/)
    })

    test("an unknown mode, an unknown shape and two shapes at once are errors", () => {
      assert.match(
        error({ mode: "sorted", calls: [] })!,
        /^the expected trajectory is malformed: mode is "sorted", expected strict,/
      )
      assert.match(error({ mode: "toString", calls: [] })!, /mode is/)
      assert.match(error({ mode: "strict", calls: [], within_turn: "loose" })!, /within_turn is "loose"/)
      assert.match(error(withArgs("some"))!, /calls\[0\]\.args is "some"/)
      assert.match(error(withArgs({}))!, /calls\[0\]\.args is {}/)
      assert.match(error(withArgs({ exact: {}, subset: {} }))!, /calls\[0\]\.args is/)
      assert.match(error({ mode: "strict", calls: [{}] })!, /calls\[0\]\.name is absent/)
    })

    test("an expected integer beyond 2^53 is an error", () => {
      assert.match(error(withArgs({ exact: { id: 2 ** 53 } }))!, /2\^53/)
      assert.match(error(withArgs({ subset: { ids: [2 ** 53] } }))!, /2\^53/)
      assert.ok(!passes([call("a", { id: 2 ** 53 })], "strict", [{ name: "a", args: { exact: { id: 5 } } }]))
    })

    test("a schema that compares lost digits is an error", () => {
      const of = (id: Json) => (schema: Json) =>
        error(withArgs({ schema: { properties: { id: schema } } }), jsonSchema, [call("a", { id })])
      assert.match(of(2 ** 53)({ const: 2 ** 53 })!, /2\^53/)
      assert.match(of(2 ** 53)({ multipleOf: 2 })!, /2\^53/)
      assert.match(of(Infinity)({ minimum: 5 })!, /2\^53/)
      const certain = (schema: Json) => [{ name: "a", args: { schema: { properties: { id: schema } } } }]
      assert.ok(passes([call("a", { id: 2 ** 53 })], "strict", certain({ type: "integer", minimum: 5 })))
      assert.ok(!passes([call("a", { id: 5 })], "strict", certain({ const: 2 ** 53 })))
    })

    test("a malformed expectation is explained and described by its error", () => {
      const spec: Trajectory.Spec = { mode: "strict", calls: [{ name: "a", args: { schema: 5 } }] }
      const report = Trajectory.measure(trace(), spec, jsonSchema)
      const reason = "calls[0].args: the JSON Schema cannot be used: it must be an object or a boolean"
      assert.deepEqual(Trajectory.explain(trace(), spec, report).passed, [{ reason }])
      assert.equal(Trajectory.describe(report, spec), reason)
    })
  })

  describe("mismatches", () => {
    test("strict names each place that differs, then what is beyond the shorter list", () => {
      assert.deepEqual(indices(measure([call("a"), call("x")], "strict", [{ name: "a" }, { name: "b" }])), [
        [1, 1, "b was expected, weather/x was called"]
      ])
      assert.deepEqual(indices(measure([call("a")], "strict", [{ name: "a" }, { name: "a" }])), [
        [1, null, "no recorded call is left for a"]
      ])
      assert.deepEqual(indices(measure([call("a"), call("a")], "strict", [{ name: "a" }])), [
        [null, 1, "no expected call is left for a"]
      ])
    })

    test("the nearest call of the tool is looked at, with its diffs", () => {
      const recorded = [call("a", { x: 0, y: 0 }), call("b"), call("a", { x: 1, y: 0 })]
      const { mismatches } = measure(recorded, "unordered", [{ name: "a", args: { exact: { x: 1, y: 1 } } }])
      assert.deepEqual(mismatches, [
        {
          expected_index: 0,
          recorded_index: 2,
          reason: "a was called with other args",
          diffs: [{ path: "args.y", expected: 1, actual: 0, reason: "expected 1, got 0" }]
        }
      ])
    })

    test("a call that matches another expected call is not named as a candidate", () => {
      const expected = [1, 2].map((n) => ({ name: "a", args: { exact: { n } } }))
      assert.deepEqual(indices(measure([call("a", { n: 1 })], "unordered", expected)), [
        [1, null, "no recorded call is left for a"]
      ])
    })

    test("subset names recorded calls, unordered names expected calls, and sameMultiset names both", () => {
      const recorded = [call("a"), call("x")]
      const expected = [{ name: "a" }, { name: "b" }]
      const beyond = [null, 1, "no expected call is left for x"]
      const missing = [1, null, "no recorded call is left for b"]
      assert.deepEqual(indices(measure(recorded, "subset", expected)), [beyond])
      assert.deepEqual(indices(measure(recorded, "unordered", expected)), [missing])
      assert.deepEqual(indices(measure(recorded, "sameMultiset", expected)), [missing, beyond])
    })

    test("the same tool with other arguments on both sides is one mismatch", () => {
      const recorded = [call("a", { n: 2 })]
      const expected = [{ name: "a", args: { exact: { n: 1 } } }]
      for (const mode of modes) assert.equal(measure(recorded, mode, expected).mismatch_count, 1, mode)
    })

    test("a subsequence continues after a missing call, and names calls out of order", () => {
      const recorded = ["b", "a", "d"].map((name) => call(name))
      const expected = ["a", "b", "c", "d"].map((name) => ({ name }))
      assert.deepEqual(indices(measure(recorded, "subsequence", expected)), [
        [1, 0, "b was called out of order"],
        [2, null, "no recorded call is left for c"]
      ])
    })

    test("a call that was made late does not make the calls before it mismatches", () => {
      const recorded = ["b", "c", "d", "a"].map((name) => call(name))
      const expected = ["a", "b", "c", "d"].map((name) => ({ name }))
      assert.deepEqual(indices(measure(recorded, "subsequence", expected)), [[0, 3, "a was called out of order"]])
    })

    test("findings point at the recorded argument, or name the expected call", () => {
      const run = trace({ tool_calls: [call("get_weather", { city: "Paris" })] })
      const spec: Trajectory.Spec = {
        mode: "unordered",
        calls: [
          { name: "get_weather", args: { subset: { city: "Rome" } } },
          { name: "notify", args: "ignore" }
        ]
      }
      const report = Trajectory.measure(run, spec)
      const { mismatch_count, passed } = Trajectory.explain(run, spec, report)
      assert.deepEqual(passed, [
        {
          call_id: "c-get_weather",
          path: "tool_calls[0].args.city",
          expected: "Rome",
          actual: "Paris",
          reason: 'expected "Rome", got "Paris"'
        },
        { expected: { name: "notify", args: "ignore" }, reason: "no recorded call is left for notify" }
      ])
      assert.deepEqual(mismatch_count, passed)
      assert.equal(Trajectory.describe(report, spec), "2 expected calls, unordered: 2 mismatches")
    })

    test("findings of a schema point below the arguments, and those of a surplus call at the call", () => {
      const run = trace({ tool_calls: [call("a", { n: ["x"] }), call("b")] })
      const schema = { properties: { n: { items: { type: "number" } } }, required: ["m"] }
      const spec: Trajectory.Spec = { mode: "subset", calls: [{ name: "a", args: { schema } }] }
      const { passed } = Trajectory.explain(run, spec, Trajectory.measure(run, spec, jsonSchema))
      assert.deepEqual(passed.map(({ call_id, path }) => [call_id, path]).toSorted(), [
        ["c-a", "tool_calls[0].args"],
        ["c-a", "tool_calls[0].args.n[0]"],
        ["c-b", "tool_calls[1]"]
      ])
    })

    test("a trajectory that passes has no findings", () => {
      const run = trace({ tool_calls: [call("a")] })
      const spec: Trajectory.Spec = { mode: "strict", calls: [{ name: "a" }] }
      const report = Trajectory.measure(run, spec)
      assert.deepEqual(Trajectory.explain(run, spec, report).passed, [])
      assert.equal(Trajectory.describe(report, spec), "1 expected call, strict: 0 mismatches")
    })
  })

  describe("free order within a turn", () => {
    const expected = ["a", "b", "c"].map((name) => ({ name }))
    const [a, b, c, x] = [call("a"), call("b"), call("c"), call("x")]

    test("calls of one turn may be in any order", () => {
      for (const mode of ["strict", "subsequence"] as const) {
        assert.ok(!passes(inTurns([b, a], [c]), mode, expected), mode)
        assert.ok(passes(inTurns([b, a], [c]), mode, expected, "free"), mode)
      }
    })

    test("calls of different turns may not be exchanged", () => {
      for (const mode of ["strict", "subsequence"] as const) {
        assert.ok(!passes(inTurns([b], [a], [c]), mode, expected, "free"), mode)
        assert.ok(!passes(inTurns([c, a], [b]), mode, expected, "free"), mode)
      }
    })

    test("a subsequence may leave calls of a turn out, and strict may not", () => {
      assert.ok(passes(inTurns([x, b, a], [c, x]), "subsequence", expected, "free"))
      assert.ok(!passes(inTurns([x, b, a], [c, x]), "strict", expected, "free"))
    })

    test("calls of a turn are matched by a maximum matching, not greedily", () => {
      const recorded = inTurns([call("a", { n: 1 }), call("a", { n: 2 })])
      const pinned = [{ name: "a" }, { name: "a", args: { exact: { n: 1 } } }]
      assert.ok(passes(recorded, "subsequence", pinned, "free"))
      assert.ok(passes(recorded, "strict", pinned, "free"))
    })

    test("a trajectory that depends on turns that were not recorded neither passes nor fails", () => {
      const unknown = [x!, ...["b", "a", "c"].map((name) => ({ name }) as ToolCall)]
      for (const [mode, spec] of [
        ["strict", [{ name: "x" }, ...expected]],
        ["subsequence", expected]
      ] as const) {
        const report = measure(unknown, mode, spec, "free")
        assert.deepEqual([report.passed, report.mismatch_count], [undefined, undefined])
        assert.match(report.error ?? "", /the turns of these calls are not known/)
      }
      for (const turn of [undefined, 0, -1, 1.5, NaN, Infinity, null, "12"]) {
        const odd = [b!, a!].map((one) => ({ ...one, turn }) as ToolCall)
        assert.equal(measure(odd, "strict", [{ name: "a" }, { name: "b" }], "free").passed, undefined)
      }
      const plain = readTrace({ tool_calls: [{ name: "b", turn: 2 }, { name: "a" }] })
      assert.equal(measure(plain.tool_calls, "strict", [{ name: "a" }, { name: "b" }], "free").passed, undefined)
    })

    test("a trajectory that turns cannot change has a verdict without them", () => {
      const [first, second] = ["a", "b"].map((name) => ({ name }) as ToolCall)
      const [one, other] = [{ name: "a" }, { name: "b" }]
      assert.equal(measure([first!, second!], "strict", [one, other], "free").passed, 1)
      assert.equal(measure([second!, first!], "strict", [one, other]).passed, 0)
      assert.equal(measure([second!, second!], "strict", [one, other], "free").passed, 0)
      assert.equal(measure(inTurns([b], [a]), "strict", [one, other], "free").passed, 0)
    })

    test("a mismatch names a call of the turn, of the same tool if there is one", () => {
      const recorded = inTurns([call("x"), call("a", { n: 1, m: 1 })])
      const { mismatches } = measure(
        recorded,
        "strict",
        [{ name: "a", args: { exact: { n: 2, m: 2 } } }, { name: "b" }],
        "free"
      )
      assert.deepEqual(
        mismatches.map((one) => [one.expected_index, one.recorded_index, one.diffs.map(({ path }) => path)]),
        [
          [0, 1, ["args.m", "args.n"]],
          [1, 0, ["name"]]
        ]
      )
    })
  })

  describe("laws", () => {
    const numbers = fc.record({ n: fc.constantFrom(0, 1) })
    const names = fc.constantFrom("a", "b")
    const recordedCalls = fc
      .array(fc.record({ name: names, args: numbers, opens: fc.boolean() }), { maxLength: 5 })
      .map((calls) => {
        let turn = 1
        return calls.map(({ args, name, opens }): ToolCall => ({ ...call(name, args), turn: opens ? ++turn : turn }))
      })
    const expectedCalls = fc.array(
      fc.record({ name: names, args: fc.oneof(fc.constant("any" as const), fc.record({ exact: numbers })) }),
      { maxLength: 5 }
    )
    const hold = (law: (recorded: ReadonlyArray<ToolCall>, expected: Expected) => void): void =>
      fc.assert(fc.property(recordedCalls, expectedCalls, law), { numRuns: 1_000 })

    test("strict and subsequence equal a search of every choice", () => {
      hold((recorded, expected) => {
        assert.equal(passes(recorded, "strict", expected), expected.length === 0 || alike(expected, recorded))
        assert.equal(passes(recorded, "subsequence", expected), inOrder(expected, recorded))
      })
    })

    test("with free turns strict and subsequence equal a search of every reordering", () => {
      hold((recorded, expected) => {
        const all = reorderings(recorded)
        const free = (mode: Trajectory.TrajectoryMode) => passes(recorded, mode, expected, "free")
        assert.equal(free("strict"), expected.length === 0 || all.some((one) => alike(expected, one)))
        assert.equal(
          free("subsequence"),
          all.some((one) => inOrder(expected, one))
        )
      })
    })

    test("a subsequence misses as many calls as the longest subsequence called in order leaves out", () => {
      const choices = (of: Expected): ReadonlyArray<Expected> =>
        of.length === 0 ? [[]] : choices(of.slice(1)).flatMap((rest) => [rest, [of[0]!, ...rest]])
      const fewest = (expected: Expected, shuffled: ReadonlyArray<ReadonlyArray<ToolCall>>): number =>
        expected.length -
        Math.max(
          ...choices(expected)
            .filter((choice) => shuffled.some((one) => inOrder(choice, one)))
            .map(({ length }) => length)
        )
      hold((recorded, expected) => {
        const missed = (turns?: "free") => measure(recorded, "subsequence", expected, turns).mismatch_count
        assert.equal(missed(), fewest(expected, [recorded]))
        assert.equal(missed("free"), fewest(expected, reorderings(recorded)))
      })
    })

    test("modes without order equal a search of every permutation", () => {
      hold((recorded, expected) => {
        const all = orders(recorded)
        assert.equal(
          passes(recorded, "unordered", expected),
          all.some((one) => alike(expected, one.slice(0, expected.length)))
        )
        assert.equal(
          passes(recorded, "sameMultiset", expected),
          all.some((one) => alike(expected, one))
        )
        assert.equal(
          passes(recorded, "subset", expected),
          orders(expected).some((one) => alike(one.slice(0, recorded.length), recorded))
        )
      })
    })

    test("strict implies subsequence, which implies unordered, and free order keeps every pass", () => {
      hold((recorded, expected) => {
        const chain = (
          [
            ["strict", "ordered"],
            ["strict", "free"],
            ["subsequence", "free"],
            ["unordered", "ordered"]
          ] as const
        ).map(([mode, order]) => passes(recorded, mode, expected, order))
        assert.deepEqual(chain, chain.toSorted())
        assert.ok(!passes(recorded, "subsequence", expected) || chain[2])
      })
    })

    test("aliases agree, and sameMultiset is unordered and subset at once", () => {
      hold((recorded, expected) => {
        const report = (mode: Trajectory.TrajectoryMode) => measure(recorded, mode, expected)
        assert.deepEqual(report("superset"), report("unordered"))
        assert.deepEqual(report("exact-sequence"), report("strict"))
        assert.equal(report("sameMultiset").passed, report("unordered").passed! * report("subset").passed!)
      })
    })

    test("an empty expectation passes for any run under every mode that is not an upper bound", () => {
      hold((recorded) => {
        for (const mode of ["strict", "subsequence", "unordered", "superset"] as const) {
          assert.ok(passes(recorded, mode, []))
        }
        for (const mode of ["subset", "sameMultiset"] as const) {
          assert.equal(measure(recorded, mode, []).mismatch_count, recorded.length)
        }
      })
    })

    test("a call without a counterpart is in exactly one mismatch", () => {
      hold((recorded, expected) => {
        for (const mode of modes) {
          const { mismatches } = measure(recorded, mode, expected, "free")
          const named = (side: "expected_index" | "recorded_index") =>
            mismatches.map((one) => one[side]).filter((index) => index !== null)
          assert.equal(new Set(named("expected_index")).size, named("expected_index").length)
          assert.equal(new Set(named("recorded_index")).size, named("recorded_index").length)
        }
      })
    })
  })
})
