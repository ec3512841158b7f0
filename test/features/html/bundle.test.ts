import { test } from "bun:test"
import assert from "node:assert/strict"
import * as view from "../../../src/features/view/bundle.ts"
import * as report from "../../../src/features/html/bundle.ts"

const bundles = { report, view }

test.each(["report", "view"] as const)("the script of %s closes no element and makes no markup of text", (name) => {
  const { script, style } = bundles[name]
  assert.doesNotMatch(script, /<\/script|<!--/i)
  assert.doesNotMatch(style, /<\/style|url\(|@import/i)
  assert.doesNotMatch(script, /innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|XMLHttpRequest/)
})

test("the page of a report in a file uses no network", () => {
  assert.doesNotMatch(report.script, /fetch\(|XMLHttpRequest|WebSocket|EventSource/)
})
