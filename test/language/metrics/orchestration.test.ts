import { describe, test } from "bun:test"
import * as fc from "fast-check"
import assert from "node:assert/strict"
import { explain, measure } from "../../../src/language/metrics/orchestration.ts"
import { call, result, trace } from "../../traces.ts"

interface Made {
  readonly name: string
  readonly ok?: boolean
  readonly turn?: number
  readonly timed_out?: boolean
  readonly injected?: boolean
}

const run = (...calls: ReadonlyArray<Made>) =>
  trace({
    tool_calls: calls.map(({ name, turn }, at) => ({ ...call(name), id: `c${at}`, turn: turn ?? at + 1 })),
    tool_results: calls.map(({ ok = true, timed_out = false }, at) =>
      result(`c${at}`, { is_error: !ok && !timed_out, timed_out })
    ),
    faults: calls.flatMap(({ injected }, at) =>
      injected === true ? [{ fault: "f", call_id: `c${at}`, kind: "error", start_ms: 0 }] : []
    )
  })

const failed = (name: string, turn?: number): Made => ({ name, ok: false, ...(turn !== undefined && { turn }) })
const worked = (name: string, turn?: number): Made => ({ name, ...(turn !== undefined && { turn }) })

describe("error recovery", () => {
  test("is the share of errors after which the same tool works", () => {
    assert.deepEqual(measure(run(failed("a"), failed("a"), worked("a"), failed("b"), worked("c"))), {
      error_recovery: 2 / 3,
      errors: 3,
      recovered_errors: 2,
      unrecovered_errors: 1
    })
  })

  test("is undefined without an error, and the counts are 0", () => {
    for (const one of [run(), run(worked("a"))]) {
      assert.deepEqual(measure(one), {
        error_recovery: undefined,
        errors: 0,
        recovered_errors: 0,
        unrecovered_errors: 0
      })
    }
  })

  test("counts a call that timed out, and not one that met an injected fault", () => {
    const timedOut = { name: "a", timed_out: true }
    assert.equal(measure(run(timedOut, worked("a"))).error_recovery, 1)
    assert.equal(measure(run({ ...failed("a"), injected: true }, failed("b"))).errors, 1)
  })

  test("does not count a call of the same turn as later, which was asked for before the error was seen", () => {
    assert.equal(measure(run(failed("a", 1), worked("a", 1))).error_recovery, 0)
    assert.equal(measure(run(failed("a", 1), worked("a", 2))).error_recovery, 1)
  })

  test("counts a tool of the same class", () => {
    const one = run(failed("a"), worked("b"))
    assert.equal(measure(one).error_recovery, 0)
    assert.equal(measure(one, { classes: { both: ["a", "b"] } }).error_recovery, 1)
    assert.equal(measure(one, { classes: { both: ["b", "c"] } }).error_recovery, 0)
  })

  test("is undefined with every count if the result of a call was not recorded", () => {
    const one = run(failed("a"), worked("a"))
    const missing = { ...one, tool_results: [one.tool_results[0]!, { call_id: "c1", missing: true as const }] }
    for (const each of [missing, { ...one, tool_results: [] }]) {
      assert.ok(Object.values(measure(each)).every((value) => value === undefined))
    }
    assert.match(explain(missing).errors[0]?.reason ?? "", /a has no recorded result/)
  })

  test("is that of a reference that asks of each error whether the last call of its tool worked", () => {
    const made = fc.record({ name: fc.constantFrom("a", "b", "c"), ok: fc.boolean() })
    fc.assert(
      fc.property(fc.array(made), (calls) => {
        const errors = calls.filter(({ ok }) => !ok)
        const lastWorked = new Map(calls.map(({ ok }, at) => [at, ok] as const))
        const good = calls.filter(({ name, ok }, at) => {
          const later = calls.flatMap((other, place) => (place > at && other.name === name ? [place] : []))
          return !ok && later.some((place) => lastWorked.get(place))
        })
        const { error_recovery, unrecovered_errors } = measure(run(...calls))
        assert.equal(error_recovery, errors.length === 0 ? undefined : good.length / errors.length)
        assert.equal(unrecovered_errors, errors.length - good.length)
      })
    )
  })

  test("names the calls whose errors are left", () => {
    assert.deepEqual(explain(run(failed("a"), worked("a"), failed("b"))).unrecovered_errors, [
      { call_id: "c2", path: "tool_calls[2]", reason: "weather/b failed, and no later call made that good" }
    ])
  })
})
