import { test } from "bun:test"
import assert from "node:assert/strict"
import { line, print } from "../../../../src/edges/report/text/Line.ts"

test("a line is indented, and painted only when colour is asked for", () => {
  assert.equal(print(line(2, "fail", "red"), false), "    red")
  assert.equal(print(line(2, "fail", "red"), true), "    \u001b[1;31mred\u001b[0m")
  assert.equal(print(line(1, "plain", "calm"), true), "  calm")
})

test("an empty line has neither blanks nor paint", () => {
  assert.equal(print(line(3, "fail", ""), true), "")
})

test("a line is made safe as a whole, so that harmless pieces cannot join into a command", () => {
  const [path, reason] = [":", ": set-output"]
  assert.equal(print(line(1, "plain", `${path}${reason}`), false), "  \\u{3a}: set-output")
})
