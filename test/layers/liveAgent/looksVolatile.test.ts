import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import type { Json } from "../../../src/domain/Json.ts"
import { volatileEntry } from "../../../src/layers/liveAgent/looksVolatile.ts"

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
    ["session 0d9e6ab2-9a7b-4a0c-8a3e-2f1f6f1c7d10 begins", "session 7b1c3e0a-9a7b-4a0c-8a3e-2f1f6f1c7d10 begins"]
  ])("within the texts %j and %j is left out by a pattern that makes them equal", (before, after) => {
    const entry = volatileEntry({ path: "system", before, after }) ?? ""
    const [, source = ""] = /^\/(.*)\/$/.exec(entry) ?? []
    const pattern = new RegExp(source, "g")
    assert.equal(before.replace(pattern, ""), after.replace(pattern, ""))
    assert.notEqual(before.replace(pattern, ""), before)
  })

  test.each<readonly [Json | undefined, Json | undefined]>([
    ["Question: warm?", "Please answer: warm?"],
    [21, 22],
    ["21 degrees", "22 degrees"],
    [true, false],
    [undefined, "0d9e6ab2-9a7b-4a0c-8a3e-2f1f6f1c7d10"],
    ["brief", "long"],
    ["12345678", "12345679"],
    ["It is 2026-11-17, be brief", "It is 2026-11-18, be long"]
  ])("between %j and %j looks meant", (before, after) => {
    assert.equal(
      volatileEntry({ path: "x", ...(before !== undefined && { before }), ...(after !== undefined && { after }) }),
      undefined
    )
  })
})
