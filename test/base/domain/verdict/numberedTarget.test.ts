import assert from "node:assert/strict"
import { test } from "bun:test"
import { numberedTarget } from "../../../../src/base/domain/verdict/numberedTarget.ts"

test("the targets of the first gate of a kind keep their names, and those of later ones have a number", () => {
  const named = [
    ["trajectory.passed", "trajectory#1", "trajectory.passed"],
    ["trajectory.passed", "trajectory#2", "trajectory#2.passed"],
    ["trajectory.passed", undefined, "trajectory.passed"],
    ["during(2).trajectory.passed", "trajectory#3", "during(2).trajectory#3.passed"],
    ["tool_calls[0].name", "expect#4", "tool_calls[0].name"],
    ["my.gate.score", "my.gate#2", "my.gate#2.score"]
  ] as const
  for (const [target, gate, name] of named) assert.equal(numberedTarget(target, gate), name)
})
