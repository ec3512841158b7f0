import { test } from "bun:test"
import assert from "node:assert/strict"
import { reporters } from "../../src/report/reporters.ts"
import { plain, sample } from "./sample.ts"

test("reporters are known by name, and the first one is for people", () => {
  assert.deepEqual(
    reporters.map(({ name }) => name),
    ["pretty", "json", "junit"]
  )
})

test("a report ends with exactly one line break in every format", () => {
  for (const { render } of reporters) assert.match(render(sample, plain), /[^\n]\n$/)
})
