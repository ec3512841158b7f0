import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import * as fc from "fast-check"
import { alignCalls } from "../../../../src/base/domain/trace/alignCalls.ts"
import type { ToolCall } from "../../../../src/base/domain/trace/Trace.ts"
import { callKey, toolKey } from "../../../../src/base/domain/trace/callKey.ts"
import { lcsLength } from "../../../../src/language/metrics/internal/lcs/lcs.ts"

const keys = { call: callKey, tool: toolKey }

/** `a1` calls the tool a with the argument 1. */
const calls = (words: string, run = ""): ReadonlyArray<ToolCall> =>
  words
    .split(" ")
    .filter((word) => word !== "")
    .map((word, at) => ({ id: `${run}${at}`, turn: 1, server: "s", name: word.charAt(0), args: { n: word.slice(1) } }))

const marks = { same: "=", changed: "~", missing: "-", extra: "+" }
const written = (left: string, right: string): string =>
  alignCalls(calls(left), calls(right), keys)
    .map((step) => {
      const { args, name } = step.kind === "extra" ? step.right : step.left
      return `${marks[step.kind]}${name}${args["n"]}`
    })
    .join(" ")

describe("two aligned runs", () => {
  test.each([
    ["", "", ""],
    ["a1 b1", "a1 b1", "=a1 =b1"],
    ["a1 b1", "a1 b2", "=a1 ~b1"],
    ["a1 b1 c1", "a1 c1", "=a1 -b1 =c1"],
    ["a1 c1", "a1 b1 c1", "=a1 +b1 =c1"],
    ["a1 b1", "c1 d1", "-a1 -b1 +c1 +d1"],
    ["b1 c1 d1 a1", "b2 c1 d1", "~b1 =c1 =d1 -a1"],
    ["a1 a2 a3", "a3", "-a1 -a2 =a3"],
    ["a1 b1 a2", "a9 a8 b1", "~a1 +a8 =b1 -a2"]
  ])("%p and %p give %p", (left, right, steps) => {
    assert.equal(written(left, right), steps)
  })

  test("keep all their calls in order, and share as many as their order allows", () => {
    const words = fc
      .array(fc.constantFrom("a1", "a2", "b1", "b2", "c1"), { maxLength: 8 })
      .map((some) => some.join(" "))
    fc.assert(
      fc.property(words, words, (one, other) => {
        const [left, right] = [calls(one, "l"), calls(other, "r")]
        const steps = alignCalls(left, right, keys)
        assert.deepEqual(
          steps.flatMap((step) => ("left" in step ? [step.left] : [])),
          left
        )
        assert.deepEqual(
          steps.flatMap((step) => ("right" in step ? [step.right] : [])),
          right
        )
        const numbers = new Map([...left, ...right].map((call, at) => [callKey(call), at]))
        const numbered = (some: ReadonlyArray<ToolCall>) => some.map((call) => numbers.get(callKey(call)) ?? -1)
        const same = steps.flatMap((step) => (step.kind === "same" ? [step] : []))
        assert.equal(same.length, lcsLength(numbered(left), numbered(right)))
        for (const step of same) assert.equal(callKey(step.left), callKey(step.right))
        for (const step of steps) if (step.kind === "changed") assert.equal(step.left.name, step.right.name)
      })
    )
  })
})
