import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import { annotateNarrative } from "../../../src/language/metrics/annotateNarrative.ts"
import { call, trace } from "../../traces.ts"

const told = (final_response: string, ...tool_calls: ReadonlyArray<ReturnType<typeof call>>) =>
  annotateNarrative(trace({ final_response, tool_calls }))

describe("claims in their place", () => {
  test("a claim that matches a call points at it", () => {
    const { claims, text } = told("I closed issue 42.", call("get_issue", { id: 42 }), call("close_issue", { id: 42 }))
    assert.deepEqual(
      claims.map(({ calls, end, is, start }) => ({ calls, is, said: text.slice(start, end) })),
      [{ calls: [1], is: "matched", said: "closed issue 42" }]
    )
  })

  test("a claim without a call is absent, one with another value is mismatched, and both say why", () => {
    const { claims } = annotateNarrative(
      trace({
        final_response: "I closed issue 43. I sent the report. I merged the branch.",
        tool_calls: [call("close_issue", { issue: 42 })]
      }),
      { offered: [{ server: "s", name: "send_report" }], complete: true }
    )
    assert.deepEqual(
      claims.map(({ is }) => is),
      ["mismatched", "absent", "unverifiable"]
    )
    for (const { reason } of claims) assert.match(reason ?? "", /^the text says /)
  })

  test("calls that the text leaves out are listed", () => {
    assert.deepEqual(told("Done.", call("get_weather"), call("send_report")).unmentioned, [0, 1])
  })
})
