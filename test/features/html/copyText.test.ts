import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import * as fc from "fast-check"
import type { Json } from "../../../src/base/domain/Json.ts"
import type { Report } from "../../../src/base/domain/verdict/Verdict.ts"
import { commandText, expectationText, promptText } from "../../../src/features/html/copyText.ts"
import { contentsOf } from "../../../src/features/html/Overview.ts"
import { anyText, hostile, OFFENCE } from "../../edges/report/hostile.ts"
import { trace, withText } from "../../edges/report/sample.ts"
import { everything } from "./reports.ts"

const copied = (report: Report): ReadonlyArray<string> => {
  const [{ cell, entry } = { cell: undefined, entry: undefined }] = contentsOf(report).entries
  assert.ok(cell !== undefined && entry !== undefined)
  return [
    commandText(cell),
    promptText(entry, cell),
    ...cell.runs.flatMap((run) => (run.trace ? [expectationText(run.trace)] : []))
  ]
}

/** The arguments that a suite would get from the text. */
const argumentsIn = (text: string): Json => {
  const server: unknown = new Proxy({}, { get: () => server })
  const scope = new Proxy(
    {},
    { has: () => true, get: (_, name) => (name === Symbol.unscopables ? undefined : (values[String(name)] ?? server)) }
  )
  const values: Readonly<Record<string, unknown>> = {
    trajectory: (_: string, ...calls: ReadonlyArray<unknown>) => calls,
    call: (_: unknown, args: unknown) => args,
    exact: (args: unknown) => args
  }
  // A function of this kind is not strict, so that it may look names up in the scope.
  return new Function("scope", `with (scope) { return ${text} }`)(scope) as Json
}

describe("what the page copies", () => {
  test("hostile text makes no line of its own, and nothing that a terminal obeys", () => {
    const whole = everything()
    const lines = (text: string): ReadonlyArray<number> =>
      copied(withText(whole, () => text)).map((one) => one.split("\n").length)
    const harmless = lines("harmless")
    for (const text of hostile.filter((one) => one !== "")) {
      assert.deepEqual(lines(text), harmless, JSON.stringify(text))
      for (const one of copied(withText(whole, () => text))) assert.doesNotMatch(one, OFFENCE)
    }
  })

  test("an expectation expects the arguments of the run, whatever they are", () => {
    fc.assert(
      fc.property(
        fc.dictionary(anyText, fc.oneof(anyText, fc.integer(), fc.array(anyText, { maxLength: 2 })), { maxKeys: 3 }),
        (some) => {
          const args = JSON.parse(JSON.stringify(some)) as Record<string, Json>
          const text = expectationText({ ...trace, tool_calls: [{ id: "c1", server: "a b", name: "x-y", args }] })
          assert.deepEqual(argumentsIn(text), [args])
        }
      ),
      { numRuns: 60, examples: [[JSON.parse('{"__proto__":"x"}') as Record<string, string>]] }
    )
  })
})
