import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import * as fc from "fast-check"
import { agent } from "../../../../src/edges/report/formats/agent.ts"
import { anyText, hostile, OFFENCE } from "../hostile.ts"
import { many } from "../many.ts"
import { check, gate, ofCell, plain, report, run, sample, renderText, withText } from "../sample.ts"

const lines = (text: string): ReadonlyArray<string> => text.split("\n")

const staysText = (text: string): void => {
  for (const changed of [withText(sample, () => text), withText(sample, (original) => `${text}${original}`)]) {
    assert.doesNotMatch(renderText(agent, changed, plain), OFFENCE)
  }
}

describe("agent", () => {
  test("a green report is one line", () => {
    assert.equal(
      renderText(agent, ofCell({ runs: [run(1), run(2)] }), plain),
      "PASS: 0 failed · 0 undecided · 1 passed (1 cell, 2 runs) · runs: 0 failed, 0 undecided, 2 passed\n"
    )
  })

  test("an empty report is not green", () => {
    assert.match(
      renderText(agent, report(), plain),
      /^NONE: 0 failed · 0 undecided · 0 passed \(0 cells, 0 runs\)\n\nNONE {2}passhat: no run and no gate tells why\n$/
    )
  })

  test("a failure has its evidence, the line of its gate, and one command", () => {
    const red = check({ target: "stop_reason", verdict: "fail", expected: `equal to "end_turn"`, actual: "max_turns" })
    const gates = [
      gate({ id: "expect#1", scope: "run", verdict: "fail", checks: [red], source: { file: "suites/w.ts", line: 12 } }),
      gate({ id: "expect#2", scope: "run", checks: [check()], source: { file: "suites/w.ts", line: 13 } })
    ]
    const runs = [run(1), run(2, { verdict: "fail", checks: [red, check()] })]
    assert.deepEqual(
      lines(renderText(agent, ofCell({ verdict: "fail", runs, gates, command: "passhat run x" }), plain)),
      [
        "FAIL: 1 failed · 0 undecided · 0 passed (1 cell, 2 runs) · runs: 1 failed, 0 undecided, 1 passed",
        "",
        "FAIL  asks for the weather #2",
        "at suites/w.ts:12",
        `stop_reason is "max_turns", expected equal to "end_turn"`,
        "again: passhat run x",
        ""
      ]
    )
  })

  test("a command is printed once, after the last cause that it reproduces", () => {
    const runs = ["a", "b"].map((target, at) =>
      run(at + 1, { verdict: "fail", checks: [check({ target, verdict: "fail", actual: 0 })] })
    )
    const text = renderText(agent, ofCell({ verdict: "fail", runs, gates: [], command: "passhat run x" }), plain)
    assert.equal(text.match(/again: /g)?.length, 1)
    assert.match(text, /b is 0, expected at least 1\nagain: passhat run x\n$/)
  })

  test.each(Object.entries(many))("%s: twenty-one red runs are three causes in under 700 words", (_, value) => {
    const text = renderText(agent, value, plain)
    assert.equal(text.match(/^7 times: /gm)?.length, 3)
    assert.ok(text.split(/\s+/).length < 700)
    assert.doesNotMatch(text, /PASS/)
  })

  test("the length of the output is bounded for any report", () => {
    const runs = Array.from({ length: 300 }, (_, at) =>
      run(at + 1, {
        verdict: "fail",
        checks: Array.from({ length: 9 }, (_unused, which) =>
          check({ verdict: "fail", target: `${at} ${which} ${"t".repeat(9_000)}`, actual: "x".repeat(9_000) })
        )
      })
    )
    const text = renderText(agent, ofCell({ verdict: "fail", runs }), plain)
    assert.ok(text.length < 40_000, `${text.length} characters`)
    assert.match(text, /\n\.\.\. and 288 more, of 288 other causes: correct these first\n$/)
  })

  test("hostile text in every place of a report is printed as text, in the same lines", () => {
    const count = lines(
      renderText(
        agent,
        withText(sample, () => "x"),
        plain
      )
    ).length
    for (const text of hostile) {
      staysText(text)
      assert.equal(
        lines(
          renderText(
            agent,
            withText(sample, () => `x${text}`),
            plain
          )
        ).length,
        count
      )
    }
  })

  test("any text in every place of a report is printed as text", () => {
    fc.assert(fc.property(anyText, staysText))
  })
})
