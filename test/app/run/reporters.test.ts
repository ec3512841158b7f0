import { test } from "bun:test"
import assert from "node:assert/strict"
import { reporters } from "../../reporters.ts"
import { plain, sample, renderText } from "../../edges/report/sample.ts"

test("the first reporter, which is the default, is pretty", () => {
  assert.equal(reporters[0]?.name, "pretty")
})

test.each(reporters)("$name is loaded under its own name, and ends with exactly one line break", async (named) => {
  const reporter = await named.load()
  assert.equal(reporter.name, named.name)
  assert.match(renderText(reporter, sample, plain), /[^\n]\n$/)
})

test.each(reporters)("$name gives the same text for the same report each time", async ({ load }) => {
  const reporter = await load()
  assert.equal(renderText(reporter, sample, plain), renderText(reporter, sample, plain))
})
