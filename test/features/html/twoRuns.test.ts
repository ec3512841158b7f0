import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import * as fc from "fast-check"
import type { Trace } from "../../../src/base/domain/trace/Trace.ts"
import { compareRuns, differingRuns, firstPair, LONGEST } from "../../../src/features/html/twoRuns.ts"

/** `a1:x` calls the tool a with the argument 1 and is answered x. Ids are other ones in every trace. */
const traceOf = (words: string, said = "Done.", more: Partial<Trace> = {}): Trace => {
  const calls = words.split(" ").filter((word) => word !== "")
  const id = (at: number): string => `${said.length}-${words}-${at}`
  return {
    tool_calls: calls.map((word, at) => ({
      id: id(at),
      turn: 1,
      server: "s",
      name: word.charAt(0),
      args: { n: word.charAt(1) }
    })),
    tool_results: calls.flatMap((word, at) =>
      word.includes(":")
        ? [{ call_id: id(at), is_error: false, timed_out: false, content: [{ type: "text", text: word.slice(3) }] }]
        : []
    ),
    final_response: said,
    stop_reason: "end_turn",
    conversation: { turns: [{ role: "assistant", content: said }] },
    clock: { virtual_ms: 0 },
    faults: [],
    ...more
  }
}

const pairs = (left: Trace, right: Trace): string =>
  (compareRuns(left, right)?.calls ?? [])
    .map(
      ({ is, left: one, right: other }) =>
        `${is} ${one === undefined ? "" : one.at}|${other === undefined ? "" : other.at}`
    )
    .join(", ")

const run = (index: number, trace?: Trace) => ({
  index,
  verdict: "none" as const,
  ...(trace !== undefined && { trace })
})

describe("two runs side by side", () => {
  test.each([
    ["a1:x b1:y", "a1:x b1:y", "same 0|0, same 1|1"],
    ["a1:x b1:y", "a1:z b2:y", "result 0|0, arguments 1|1"],
    ["a1:x b1:y", "a1:x", "same 0|0, left 1|"],
    ["a1:x", "a1", "result 0|0"],
    ["a1:x", "b1:x a1:x", "right |0, same 0|1"],
    ["a1:x a1:x", "a1:x a1:y", "same 0|0, result 1|1"]
  ])("%p and %p give %p", (left, right, expected) => {
    assert.equal(pairs(traceOf(left), traceOf(right, "Other.")), expected)
  })

  test("tell where the arguments and the results of a call differ", () => {
    const { calls } = compareRuns(traceOf("a1:x"), traceOf("a2:y"))!
    assert.deepEqual(calls[0]?.changes, [
      { path: "args.n", before: "1", after: "2" },
      { path: "result.content[0].text", before: "x", after: "y" }
    ])
  })

  test.each<[string, Trace]>([
    ["the final response", traceOf("a1:x", "Other.")],
    ["why it stopped", traceOf("a1:x", "Done.", { stop_reason: "max_turns" })],
    ["an error", traceOf("a1:x", "Done.", { error: "thrown" })],
    [
      "what was said before",
      traceOf("a1:x", "Done.", { conversation: { turns: [{ role: "assistant", content: "Hm." }] } })
    ],
    [
      "an observation",
      traceOf("a1:x", "Done.", {
        observations: { w: { call_id: "o", is_error: false, content: [], timed_out: false } }
      })
    ],
    [
      "a result that no call asked for",
      traceOf("a1:x", "Done.", {
        tool_results: [
          ...traceOf("a1:x").tool_results,
          { call_id: "none", is_error: false, content: [], timed_out: false }
        ]
      })
    ]
  ])("that differ only in %s are not called the same, and did nothing else", (_, other) => {
    const same = traceOf("a1:x")
    assert.equal(compareRuns(same, other)?.areSame, false)
    assert.deepEqual(differingRuns([run(1, same)], [run(1, other)]).runs, [{ index: 1, did: false }])
  })

  test("that cost more did and said the same", () => {
    const dear = traceOf("a1:x", "Done.", { clock: { virtual_ms: 9 } })
    const found = compareRuns(traceOf("a1:x"), dear)!
    assert.equal(found.areSame, true)
    assert.deepEqual(found.costs, [{ path: "virtual_ms", before: 0, after: 9 }])
  })

  test("are not aligned beyond a number of calls", () => {
    const long = traceOf(Array.from({ length: LONGEST + 1 }, () => "a1").join(" "))
    assert.equal(compareRuns(long, traceOf("a1")), undefined)
    assert.equal(differingRuns([run(1, long)], [run(1, traceOf("a1"))]).runs.length, 1)
  })

  test("are listed as differing exactly if they are not called the same", () => {
    const words = fc
      .array(fc.constantFrom("a1:x", "a1:y", "a2:x", "b1:x", "b1"), { maxLength: 4 })
      .map((some) => some.join(" "))
    const trace = fc.tuple(words, fc.constantFrom("Done.", "Other.")).map(([calls, said]) => traceOf(calls, said))
    fc.assert(
      fc.property(trace, trace, (one, other) => {
        const { runs } = differingRuns([run(1, one)], [run(1, other)])
        const found = compareRuns(one, other)!
        assert.equal(runs.length === 0, found.areSame)
        if (runs.length > 0)
          assert.equal(
            runs[0]?.did,
            found.calls.some(({ is }) => is !== "same")
          )
      })
    )
  })
})

describe("the runs of two recordings", () => {
  const before = [run(1, traceOf("a1:x")), run(2, traceOf("a1:x")), run(3, traceOf("a1:x")), run(4)]
  const now = [
    run(1, traceOf("a1:x")),
    run(2, traceOf("a1:x", "Other.")),
    run(3, traceOf("a2:x")),
    run(4, traceOf("a1:x")),
    run(5, traceOf("b1:x"))
  ]

  test("are paired by their number, where both have a trace", () => {
    assert.deepEqual(differingRuns(before, now), {
      shared: 3,
      runs: [
        { index: 2, did: false },
        { index: 3, did: true }
      ]
    })
  })

  test("begin with the first that did something else, then with the first that differs, then with the first", () => {
    const first = (...runs: typeof now) => firstPair(differingRuns(before, runs), before, runs)
    assert.deepEqual(first(...now), [3, 3])
    assert.deepEqual(first(now[0]!, now[1]!), [2, 2])
    assert.deepEqual(first(now[0]!), [1, 1])
    assert.deepEqual(first(now[4]!), [1, 5])
    assert.equal(first(run(1)), undefined)
  })
})
