/**
 * Reports mark a failed gate that has to hold in every run.
 */
import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import { agent } from "../../../src/edges/report/formats/agent.ts"
import { github } from "../../../src/edges/report/formats/github.ts"
import { json, ndjson } from "../../../src/edges/report/formats/json.ts"
import { junit } from "../../../src/edges/report/formats/junit.ts"
import { markdown } from "../../../src/edges/report/formats/markdown.ts"
import { pretty } from "../../../src/edges/report/formats/pretty.ts"
import { check, gate, ofCell, plain, renderText, run } from "./sample.ts"

const failed = check({
  target: "never.calls",
  verdict: "fail",
  actual: 1,
  expected: "at most 0",
  always: true,
  gate: "never#1"
})
const forgiven = check({ target: "ending.closing_words", verdict: "fail", actual: 0, gate: "ending#1" })
const held = ofCell({
  verdict: "fail",
  runs: [run(1, { verdict: "fail", checks: [failed] }), run(2, { verdict: "fail", checks: [forgiven] })],
  gates: [
    gate({
      id: "never#1",
      gate: "never",
      title: "never",
      scope: "run",
      verdict: "fail",
      always: true,
      checks: [failed]
    }),
    gate({ id: "pass_rate#1", gate: "pass_rate", title: "pass_rate", scope: "outcomes" })
  ]
})

describe("a check that holds in every run", () => {
  test.each([pretty, junit, markdown, github, agent].map((one) => [one.name, one] as const))(
    "is marked by %s, and no other check is",
    (_, reporter) => {
      const text = renderText(reporter, held, plain)
      assert.match(text, /never\.calls is 1, expected at most 0 in every run/)
      assert.doesNotMatch(text, /at least 1 in every run/)
    }
  )

  test("is marked with its gate in json and ndjson", () => {
    const [cell] = JSON.parse(renderText(json, held, plain)).suites[0].cells
    assert.deepEqual([cell.gates[0].always, cell.gates[1].always], [true, undefined])
    assert.deepEqual([cell.runs[0].checks[0].always, cell.runs[1].checks[0].always], [true, undefined])
    const events = renderText(ndjson, held, plain)
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line))
    const { gates } = events.find(({ event }) => event === "cell-finished")
    assert.deepEqual([gates[0].always, gates[0].checks[0].always, gates[1].always], [true, true, undefined])
  })

  test("is in the line of its gate with --verbose", () => {
    assert.match(renderText(pretty, held, { ...plain, verbose: true }), /never \[FAIL\] .* \(always\)$/m)
  })
})
