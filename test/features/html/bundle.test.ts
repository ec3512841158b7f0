import { test } from "bun:test"
import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import * as view from "../../../src/features/view/bundle.ts"
import * as report from "../../../src/features/html/bundle.ts"
import { bundleFiles, bundled, type PageName } from "./bundlePage.ts"

const bundles = { report, view }

test.each<PageName>(["report", "view"])("the bundle of the page of %s is up to date with its sources", async (name) => {
  const { script, style } = bundles[name]
  assert.deepEqual({ script, style }, await bundled(name), "run npm run snapshots")
  assert.match(readFileSync(bundleFiles[name], "utf8"), /npm run snapshots/)
})

test.each<PageName>(["report", "view"])("the script of %s closes no element and makes no markup of text", (name) => {
  const { script, style } = bundles[name]
  assert.doesNotMatch(script, /<\/script|<!--/i)
  assert.doesNotMatch(style, /<\/style|url\(|@import/i)
  assert.doesNotMatch(script, /innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|XMLHttpRequest/)
})

test("the page of a report in a file uses no network", () => {
  assert.doesNotMatch(report.script, /fetch\(|XMLHttpRequest|WebSocket|EventSource/)
})
