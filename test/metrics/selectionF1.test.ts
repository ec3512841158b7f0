import assert from "node:assert/strict"
import { describe, test } from "bun:test"
import * as fc from "fast-check"
import { selectionF1 } from "../../src/metrics/selectionF1.ts"
import { call, trace } from "../traces.ts"

const classes = { read: ["get_weather", "get_forecast"], write: [{ server: "mail", name: "send" }] }
const run = (...names: ReadonlyArray<string>) => trace({ tool_calls: names.map((name) => call(name)) })

describe("selectionF1", () => {
  test("any member makes the class found, and repeats of it are free", () => {
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

  test("a class that is never called lowers recall, every call of no class lowers precision", () => {
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

  test("nothing expected and nothing called is perfect; only one of both is not", () => {
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

  test("every rate lies in 0..1, and the order of calls makes no difference", () => {
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
