import assert from "node:assert/strict"
import { describe, test } from "bun:test"
import * as fc from "fast-check"
import * as GoldenPath from "../../../src/language/metrics/goldenPath.ts"
import { call, trace } from "../../traces.ts"

const ran = (names: Iterable<string>) => trace({ tool_calls: Array.from(names, (name) => call(name)) })

const measure = (recorded: string, golden: string, penalize: NonNullable<GoldenPath.Spec["penalize"]> = {}) =>
  GoldenPath.measure(ran(recorded), { calls: [...golden], penalize })

describe("goldenPath", () => {
  test("the golden path itself passes without a penalty", () => {
    assert.deepEqual(measure("abc", "abc"), {
      extra_steps: 0,
      backtracks: 0,
      repeated_tools: 0,
      missing_steps: 0,
      penalty: 1,
      passed: 1
    })
  })

  test("extra_steps is the number of calls beyond the length of the path, and never negative", () => {
    assert.equal(measure("axb", "ab").extra_steps, 1)
    assert.equal(measure("a", "ab").extra_steps, 0)
  })

  test("backtracks are calls of a tool that was used before, but not by the previous call", () => {
    assert.equal(measure("aba", "ab").backtracks, 1)
    assert.equal(measure("abab", "ab").backtracks, 2)
    assert.equal(measure("aab", "ab").backtracks, 0)
  })

  test("repeated_tools are calls of the same tool as the previous call", () => {
    assert.equal(measure("aab", "ab").repeated_tools, 1)
    assert.equal(measure("aaab", "ab").repeated_tools, 2)
    assert.equal(measure("aba", "ab").repeated_tools, 0)
  })

  test("a path that uses a tool twice passes for the run that takes it", () => {
    for (const path of ["aba", "aab", "abab", "aa", "abcab"]) {
      const { backtracks, passed, penalty, repeated_tools } = measure(path, path)
      assert.deepEqual([backtracks, repeated_tools, penalty, passed], [0, 0, 1, 1], path)
    }
  })

  test("backtracks and repeats beyond those of the path count", () => {
    assert.equal(measure("ababa", "aba").backtracks, 2)
    assert.equal(measure("abaa", "aba").repeated_tools, 1)
    assert.deepEqual([measure("aaab", "aab").repeated_tools, measure("aaab", "aab").passed], [1, 0])
    assert.deepEqual([measure("ab", "aba").backtracks, measure("ab", "aba").passed], [0, 0])
  })

  test("a backtrack in place of a repeat of the path is missing and counts", () => {
    const { backtracks, missing_steps, passed, repeated_tools } = measure("aba", "aab")
    assert.deepEqual([backtracks, repeated_tools, missing_steps, passed], [1, 0, 1, 0])
  })

  test("a step of the path is not named as a backtrack", () => {
    const spec: GoldenPath.Spec = { calls: ["a", "b", "a"] }
    const run = ran("ababc")
    const { backtracks } = GoldenPath.explain(run, spec, GoldenPath.measure(run, spec))
    assert.deepEqual(
      backtracks.map(({ path }) => path),
      ["tool_calls[3]"]
    )
  })

  test("the penalty is 1/(1 + 0.5 w), w being the sum of the counts", () => {
    const { backtracks, extra_steps, passed, penalty, repeated_tools } = measure("abaa", "ab")
    assert.deepEqual([extra_steps, backtracks, repeated_tools], [2, 1, 1])
    assert.equal(penalty, 1 / 3)
    assert.equal(passed, 0)
  })

  test("a count that is not penalized is still reported", () => {
    const report = measure("abaa", "ab", { extra_steps: false, repeated_tools: false })
    assert.deepEqual([report.extra_steps, report.backtracks, report.repeated_tools], [2, 1, 1])
    assert.equal(report.penalty, 1 / 1.5)
    const off = measure("abaa", "ab", { extra_steps: false, backtracks: false, repeated_tools: false })
    assert.deepEqual([off.penalty, off.passed], [1, 1])
  })

  test("a run without calls misses every step and fails", () => {
    const { missing_steps, passed, penalty } = measure("", "ab")
    assert.deepEqual([missing_steps, penalty, passed], [2, 1, 0])
  })

  test("missing_steps is the least number of steps without a call", () => {
    assert.equal(measure("ac", "abc").missing_steps, 1)
    assert.equal(measure("ba", "ab").missing_steps, 1)
    assert.equal(measure("bca", "abc").missing_steps, 1)
    assert.equal(measure("xyz", "abc").missing_steps, 3)
  })

  test("an empty path passes for a run without calls", () => {
    assert.equal(measure("", "").passed, 1)
    assert.equal(GoldenPath.measure({} as never, { calls: [] }).passed, 1)
  })

  test("a step may name its server, and tools of the same name on two servers are different tools", () => {
    const run = trace({ tool_calls: [call("search", {}, "web"), call("search", {}, "files")] })
    const golden = (...servers: ReadonlyArray<string>) =>
      GoldenPath.measure(run, { calls: servers.map((server) => ({ server, name: "search" })) })
    assert.equal(golden("web", "files").passed, 1)
    assert.equal(golden("files", "web").missing_steps, 1)
    assert.equal(GoldenPath.measure(run, { calls: ["search", "search"] }).passed, 1)
  })

  test("every count has findings, and passed has those of the penalized counts", () => {
    const spec: GoldenPath.Spec = { calls: ["a", "b", "c"], penalize: { repeated_tools: false } }
    const run = ran("abaa")
    const findings = GoldenPath.explain(run, spec, GoldenPath.measure(run, spec))
    const extra_steps = [{ path: "tool_calls", expected: 3, actual: 4, reason: "4 calls where the golden path has 3" }]
    const backtracks = [{ call_id: "c-a", path: "tool_calls[2]", reason: "goes back to a" }]
    const missing_steps = [{ reason: "step 3 (c) was not called in its place" }]
    assert.deepEqual(findings, {
      extra_steps,
      backtracks,
      repeated_tools: [{ call_id: "c-a", path: "tool_calls[3]", reason: "repeats a" }],
      missing_steps,
      penalty: [...extra_steps, ...backtracks],
      passed: [...missing_steps, ...extra_steps, ...backtracks]
    })
  })

  test("describe writes all counts on one line", () => {
    assert.equal(
      GoldenPath.describe(measure("abaa", "ab")),
      "extra 2, backtracks 1, repeated 1, missing 0, penalty 0.33"
    )
  })

  test("a run passes exactly if its tools are those of the path", () => {
    const tools = fc.array(fc.constantFrom("a", "b", "c"), { maxLength: 4 }).map((names) => names.join(""))
    fc.assert(
      fc.property(tools, tools, (recorded, golden) => {
        const { passed, penalty } = measure(recorded, golden)
        assert.equal(passed, recorded === golden ? 1 : 0)
        assert.equal(measure(golden, golden).passed, 1)
        assert.ok(penalty > 0 && penalty <= 1)
      })
    )
  })
})
