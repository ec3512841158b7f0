import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import type { Json } from "../../../../src/base/domain/Json.ts"
import { leavingOut } from "../../../../src/engine/layers/liveAgent/volatile.ts"
import { volatileEntry } from "../../../../src/engine/layers/liveAgent/divergence.ts"

describe("a difference", () => {
  test.each<readonly [Json, Json]>([
    ["0d9e6ab2-9a7b-4a0c-8a3e-2f1f6f1c7d10", "7b1c3e0a-1111-4a0c-8a3e-2f1f6f1c7d10"],
    ["req_8f3k2a1", "req_9d1m4zz"],
    [1_763_374_000_123, 1_763_374_999_456],
    [0.123456789012, 0.987654321098],
    ["2026-11-17T10:35:08.123Z", "2026-11-18T01:02:03.004Z"],
    ["2026-11-17", "2026-11-18"]
  ])("between %j and %j as whole values is left out by its path", (before, after) => {
    assert.equal(volatileEntry({ path: "metadata.id", before, after }), '"metadata.id"')
  })

  test.each([
    ["It is 2026-11-17T10:35:08.123Z now.", "It is 2026-11-18T01:02:03.004Z now."],
    ["Today: 2026-11-17, be brief", "Today: 2026-12-01, be brief"],
    ["session 0d9e6ab2-9a7b-4a0c-8a3e-2f1f6f1c7d10 begins", "session 7b1c3e0a-9a7b-4a0c-8a3e-2f1f6f1c7d10 begins"],
    ["session 0D9E6AB2-9A7B-4A0C-8A3E-2F1F6F1C7D10 begins", "session 7B1C3E0A-9A7B-4A0C-8A3E-2F1F6F1C7D10 begins"],
    ["It is Tue Nov 17 2026 13:02:03 GMT+0000 (UTC).", "It is Wed Nov 18 2026 09:12:59 GMT+0100 (CET)."],
    ["Today is Tuesday, November 17, 2026.", "Today is Wednesday, December 2, 2026."],
    ["It is 11/17/2026, 1:02:03 PM here.", "It is 12/2/2026, 11:59:58 AM here."],
    ["Trace V1StGXR8_Z5jdHi6B-myT of 2026-11-17", "Trace Uakgb_J5m9g-0JDMbcJqL of 2026-11-18"],
    ["Run call_Jx4tB2mQ0aZr9 at 10:35", "Run call_Kp7sD1nW3eYq2 at 11:07"]
  ])("within the texts %j and %j is left out by patterns that make them equal", (before, after) => {
    const entry = volatileEntry({ path: "system", before, after }) ?? ""
    // The hint is what a suite would say.
    const patterns: ReadonlyArray<RegExp> = new Function(`return [${entry}]`)()
    const leftOut = (text: string) => leavingOut(patterns)(text)
    assert.equal(leftOut(before), leftOut(after))
    assert.notEqual(leftOut(before), before)
  })

  test.each<readonly [Json | undefined, Json | undefined]>([
    ["Question: warm?", "Please answer: warm?"],
    [21, 22],
    ["21 degrees", "22 degrees"],
    [true, false],
    [undefined, "0d9e6ab2-9a7b-4a0c-8a3e-2f1f6f1c7d10"],
    ["brief", "long"],
    ["12345678", "12345679"],
    ["It is 2026-11-17, be brief", "It is 2026-11-18, be long"],
    ["At 10:35 be brief", "At 11:07 and 12:08 be brief"],
    ["Monday is a day of rest", "Monday is a day of work"]
  ])("between %j and %j looks meant", (before, after) => {
    assert.equal(
      volatileEntry({ path: "x", ...(before !== undefined && { before }), ...(after !== undefined && { after }) }),
      undefined
    )
  })
})
