import { test } from "bun:test"
import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { script, style } from "../../../../src/report/formats/html/bundle.ts"
import { bundleFile, bundled } from "./bundlePage.ts"

test("the bundle is up to date with the page's sources", async () => {
  assert.deepEqual({ script, style }, await bundled(), "run npm run snapshots")
  assert.match(readFileSync(bundleFile, "utf8"), /npm run snapshots/)
})

test("the script and the style do not close their own elements, and use no network", () => {
  assert.doesNotMatch(script, /<\/script|<!--/i)
  assert.doesNotMatch(style, /<\/style|url\(|@import/i)
  assert.doesNotMatch(script, /innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|fetch\(|XMLHttpRequest/)
})
