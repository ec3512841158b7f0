import assert from "node:assert/strict"
import { describe, test } from "bun:test"
import * as fc from "fast-check"
import { parsePath, resolveTarget } from "../../../src/language/metrics/resolveTarget.ts"
import { call, result, spent, trace } from "../../traces.ts"

const run = trace({
  tool_calls: [call("get_weather", { city: "Rome", days: [1, 2] }), call("get_forecast", { days: [3] })],
  tool_results: [result("c-get_weather", { is_error: true })],
  observations: { invoice: result("o1") },
  ...spent(12)
})

const finds = (value: unknown, path: string, found: unknown) =>
  assert.deepEqual(resolveTarget(value, path), { value: found }, path)
const findsNothing = (value: unknown, path: string) => assert.equal(resolveTarget(value, path), undefined, path)

describe("resolveTarget", () => {
  test("resolveTarget follows keys and indices", () => {
    finds(run, "tool_calls[0].name", "get_weather")
    finds(run, "tool_calls[0].args.city", "Rome")
    finds(run, "tool_calls[0].args.days[1]", 2)
    finds(run, "tool_results[0].is_error", true)
    finds(run, "observations.invoice.is_error", false)
    finds(run, "conversation.tokens.total", 12)
    finds(run, "final_response", "")
    finds([[7]], "[0][0]", 7)
    finds({ a: null }, "a", null)
  })

  test("[*] gives the values of the elements that have one, as one flat list", () => {
    finds(run, "tool_calls[*].name", ["get_weather", "get_forecast"])
    finds(run, "tool_calls[*].args.city", ["Rome"])
    finds(run, "tool_calls[*].args.days[*]", [1, 2, 3])
    finds(run, "tool_calls[*].args.days", [[1, 2], [3]])
    finds(trace(), "tool_calls[*].name", [])
  })

  test("a path that the value does not have gives undefined", () => {
    for (const path of ["tool_calls[2]", "tool_calls[2].name", "nope", "nope[*]", "final_response[*]", "clock[0]"]) {
      findsNothing(run, path)
    }
    findsNothing(undefined, "a")
    findsNothing(null, "a")
    findsNothing({ a: undefined }, "a")
  })

  test("only own data is found, without inherited values, lengths, accessors and functions", () => {
    for (const path of [
      "__proto__",
      "constructor",
      "toString",
      "constructor.name",
      "tool_calls.length",
      "tool_calls.0"
    ]) {
      findsNothing(run, path)
    }
    findsNothing(JSON.parse('{ "__proto__": { "a": 1 } }'), "__proto__.a")
    findsNothing(JSON.parse('{ "constructor": 1 }'), "constructor")
    findsNothing(Object.create({ inherited: 1 }), "inherited")
    findsNothing({ run: () => 1 }, "run")
    findsNothing("text", "length")
    const trap = Object.defineProperty({}, "a", { get: () => assert.fail("the accessor was run"), enumerable: true })
    findsNothing(trap, "a")
  })

  test("a malformed path gives undefined", () => {
    const paths = [
      "",
      ".",
      "a.",
      ".a",
      "a..b",
      "a[",
      "a[]",
      "a[-1]",
      "a[01]",
      "a[1",
      "a]",
      "a[1]b",
      "a[**]",
      "a[x]",
      "a.[0]"
    ]
    for (const path of paths) {
      assert.equal(parsePath(path), undefined, path)
      findsNothing({ a: [1, 2], "": 3 }, path)
    }
  })

  test("parsePath gives the steps of a path", () => {
    assert.deepEqual(parsePath("a[0].b[*]"), [{ key: "a" }, { index: 0 }, { key: "b" }, { every: true }])
  })

  test("every own key is found by its name, except names that are paths", () => {
    const keys = fc
      .string({ minLength: 1 })
      .filter((key) => !/[.[\]]/.test(key) && key !== "constructor" && key !== "__proto__")
    fc.assert(fc.property(keys, fc.jsonValue(), (key, value) => finds({ [key]: value }, key, value)))
  })

  test("resolveTarget never throws", () => {
    fc.assert(
      fc.property(fc.anything(), fc.string({ unit: fc.constantFrom("a", ".", "[", "]", "0", "*") }), (value, path) => {
        assert.ok((resolveTarget(value, path) ?? { value }) instanceof Object)
      })
    )
  })
})
