import assert from "node:assert/strict"
import { describe, test } from "bun:test"
import * as fc from "fast-check"
import type { ToolCall } from "../../../src/base/domain/trace/Trace.ts"
import * as TrajectoryAxes from "../../../src/language/metrics/trajectoryAxes.ts"
import { call, trace } from "../../traces.ts"

const ran = (...names: ReadonlyArray<string>) => trace({ tool_calls: names.map((name) => call(name)) })

const dependency = (names: string, producer = "p", consumer = "c"): number =>
  TrajectoryAxes.measure(ran(...names), { dependencies: [{ producer, consumer }] }).dependency_satisfaction

const order = (names: string, first = "f", second = "s"): number =>
  TrajectoryAxes.measure(ran(...names), { order: [{ first, second }] }).order_satisfaction

describe("trajectoryAxes", () => {
  test("a dependency is satisfied when a producer comes before every consumer", () => {
    assert.equal(dependency("pc"), 100)
    assert.equal(dependency("pxcc"), 100)
    assert.equal(dependency("cp"), 0)
    assert.equal(dependency("cpc"), 0)
  })

  test("a consumer without calls is satisfied, and a consumer without a producer is not", () => {
    assert.equal(dependency("p"), 100)
    assert.equal(dependency(""), 100)
    assert.equal(dependency("c"), 0)
  })

  test("an order is satisfied if no second call comes before the earliest first", () => {
    assert.equal(order("fs"), 100)
    assert.equal(order("fsfs"), 100)
    assert.equal(order("sf"), 0)
    assert.equal(order("sfs"), 0)
  })

  test("a second call without a first breaks the order, and a first alone or neither keeps it", () => {
    assert.equal(order("s"), 0)
    assert.equal(order("f"), 100)
    assert.equal(order(""), 100)
  })

  test("a tool does not satisfy its own dependency, and is always in order with itself", () => {
    assert.equal(dependency("aa", "a", "a"), 0)
    assert.equal(order("aa", "a", "a"), 100)
  })

  test("both axes are 100 without edges", () => {
    const perfect = { dependency_satisfaction: 100, order_satisfaction: 100 }
    assert.deepEqual(TrajectoryAxes.measure(ran("a"), {}), perfect)
    assert.deepEqual(TrajectoryAxes.measure(ran("a"), { dependencies: [], order: [] }), perfect)
  })

  test("percents are truncated, so that two of three edges give 66", () => {
    const spec: TrajectoryAxes.Spec = {
      dependencies: ["a", "b", "z"].map((producer) => ({ producer, consumer: "c" })),
      order: ["a", "b", "z"].map((first) => ({ first, second: "c" }))
    }
    const report = TrajectoryAxes.measure(ran("a", "b", "c"), spec)
    assert.deepEqual(report, { dependency_satisfaction: 66, order_satisfaction: 66 })
    assert.equal(TrajectoryAxes.describe(report), "dependencies 66%, order 66%")
  })

  test("a tool may name its server, and a prefix of the recorded name is ignored", () => {
    const run = trace({ tool_calls: [call("news__search", {}, "news"), call("read", {}, "files")] })
    const needs = (server: string) =>
      TrajectoryAxes.measure(run, { dependencies: [{ producer: { server, name: "search" }, consumer: "read" }] })
    assert.equal(needs("news").dependency_satisfaction, 100)
    assert.equal(needs("files").dependency_satisfaction, 0)
  })

  test("each edge that is not satisfied is named with the call that came too early", () => {
    const findings = TrajectoryAxes.explain(ran("book", "search", "pay"), {
      dependencies: [
        { producer: "search", consumer: "book" },
        { producer: "search", consumer: "pay" }
      ],
      order: [
        { first: "search", second: "book" },
        { first: { server: "bank", name: "login" }, second: "pay" }
      ]
    })
    assert.deepEqual(findings, {
      dependency_satisfaction: [
        { call_id: "c-book", path: "tool_calls[0]", reason: "book was called without search before it" }
      ],
      order_satisfaction: [
        { call_id: "c-book", path: "tool_calls[0]", reason: "book was called before search" },
        { call_id: "c-pay", path: "tool_calls[2]", reason: "pay was called and bank/login never was" }
      ]
    })
  })

  test("a trace without calls, and calls without ids, are read as they are", () => {
    const spec: TrajectoryAxes.Spec = { dependencies: [{ producer: "p", consumer: "c" }] }
    assert.equal(TrajectoryAxes.measure({} as never, spec).dependency_satisfaction, 100)
    assert.deepEqual(
      TrajectoryAxes.explain(trace({ tool_calls: [{ name: "c" } as ToolCall] }), spec).dependency_satisfaction,
      [{ path: "tool_calls[0]", reason: "c was called without p before it" }]
    )
  })

  test("both axes equal their rules applied call by call", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom("a", "b", "x")), (names) => {
        const produced = names.every((name, at) => name !== "b" || names.slice(0, at).includes("a"))
        assert.equal(dependency(names.join(""), "a", "b"), produced ? 100 : 0)
        const earliest = names.indexOf("a")
        const early = names.some((name, at) => name === "b" && (earliest === -1 || at < earliest))
        assert.equal(order(names.join(""), "a", "b"), early ? 0 : 100)
      })
    )
  })
})
