import assert from "node:assert/strict"
import { describe, test } from "bun:test"
import * as fc from "fast-check"
import { selectionF1 } from "../../../src/language/metrics/selectionF1.ts"
import { call, trace } from "../../traces.ts"

const classes = { read: ["get_weather", "get_forecast"], write: [{ server: "mail", name: "send" }] }
const run = (...names: ReadonlyArray<string>) => trace({ tool_calls: names.map((name) => call(name)) })

describe("selectionF1", () => {
  test("a call of any member finds its class, and repeats cost nothing", () => {
    const one = trace({ tool_calls: [call("get_weather"), call("get_forecast"), call("send", {}, "mail")] })
    assert.deepEqual(selectionF1(one, { classes }), {
      precision: 1,
      recall: 1,
      f1: 1,
      true_positives: 2,
      false_positives: 0,
      false_negatives: 0
    })
  })

  test("a class without a call lowers recall, and a call without a class lowers precision", () => {
    const report = selectionF1(run("get_weather", "search", "search", "send"), { classes })
    assert.deepEqual(report, {
      precision: 0.25,
      recall: 0.5,
      f1: 1 / 3,
      true_positives: 1,
      false_positives: 3,
      false_negatives: 1
    })
  })

  test("no classes and no calls give 1, and only one of them gives less", () => {
    const rates = (names: ReadonlyArray<string>, expected: typeof classes | {}) => {
      const { f1, precision, recall } = selectionF1(run(...names), { classes: expected })
      return [precision, recall, f1]
    }
    assert.deepEqual(rates([], {}), [1, 1, 1])
    assert.deepEqual(rates(["search", "search"], classes), [0, 0, 0])
    assert.deepEqual(rates(["get_weather", "search"], { read: ["get_weather"] }), [0.5, 1, 2 / 3])
    assert.deepEqual(rates([], classes), [0, 0, 0])
    assert.deepEqual(rates(["search"], {}), [0, 0, 0])
  })

  test("several traces are counted together", () => {
    const { f1, false_negatives, true_positives } = selectionF1([run("get_weather"), run()], { classes })
    assert.deepEqual([true_positives, false_negatives, f1], [1, 3, 0.4])
  })

  test("every rate is in 0..1, and does not depend on the order of calls", () => {
    const names = fc.array(fc.constantFrom("get_weather", "get_forecast", "send", "search"))
    fc.assert(
      fc.property(names, (called) => {
        const report = selectionF1(run(...called), { classes })
        assert.deepEqual(report, selectionF1(run(...called.toReversed()), { classes }))
        for (const rate of [report.precision, report.recall, report.f1]) assert.ok(rate >= 0 && rate <= 1)
      })
    )
  })
})
