/**
 * What an advisory gate says of all runs: every reporter that shows gates shows it, and as advisory.
 */
import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import { github } from "../../../src/edges/report/formats/github.ts"
import { json, ndjson } from "../../../src/edges/report/formats/json.ts"
import { junit } from "../../../src/edges/report/formats/junit.ts"
import { markdown } from "../../../src/edges/report/formats/markdown.ts"
import { otlp } from "../../../src/edges/report/formats/otlp/otlp.ts"
import { pretty } from "../../../src/edges/report/formats/pretty.ts"
import type { Verdict } from "../../../src/base/domain/verdict/Verdict.ts"
import { check, gate, ofCell, plain, renderText, run } from "./sample.ts"

const advised = (verdict: Verdict, advisory = true) =>
  ofCell({
    runs: [run(1)],
    gates: [
      gate(),
      gate({
        id: "judged#1",
        gate: "judged",
        title: 'judged "Is it kind?"',
        summary: "passes 1 of 1 runs",
        verdict,
        advisory,
        checks: [check({ target: "judged.failed", verdict, expected: "at most 0", actual: 1, advisory })]
      })
    ]
  })

const shown = {
  pretty: [pretty, /^ +judged "Is it kind\?" \[[A-Z]+\] .*passes 1 of 1 runs \(advisory\)$/m],
  github: [github, /^advisory: judged "Is it kind\?" \[[A-Z]+\] .*passes 1 of 1 runs$/m],
  markdown: [markdown, /^Advisory, without a say in any verdict:\n\n- .*advisory: judged "Is it kind\?" \[[A-Z]+\]/m],
  junit: [junit, /judged#1"><system-out>judged &quot;Is it kind\?&quot; \[[A-Z]+\] .*\(advisory\)/],
  json: [json, /"advisory":true,"checks":\[.*"gate":"judged"/],
  ndjson: [ndjson, /"advisory":true/],
  otlp: [otlp, /judged\.failed.*"passhat\.advisory","value":\{"boolValue":true\}/s]
} as const

describe("what an advisory gate says", () => {
  test.each(Object.entries(shown))("%s shows it as advisory, whatever it says", (_, [reporter, pattern]) => {
    for (const verdict of ["pass", "fail", "none"] as const) {
      assert.match(
        renderText(reporter, advised(verdict), plain).replaceAll(/\s*\n\s*(?=["{}[\]])/g, ""),
        pattern,
        verdict
      )
    }
  })

  test("is an annotation or a failure nowhere", () => {
    for (const verdict of ["fail", "none"] as const) {
      const text = [github, junit, markdown].map((one) => renderText(one, advised(verdict), plain)).join("\n")
      assert.doesNotMatch(text, /::error|<failure|<error|####/)
    }
  })
})
