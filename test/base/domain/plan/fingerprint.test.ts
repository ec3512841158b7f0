import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import type { Cell } from "../../../../src/base/domain/plan/Plan.ts"
import { planFingerprint } from "../../../../src/base/domain/plan/fingerprint.ts"
import { cell } from "../../../cells.ts"

const of = (...cells: ReadonlyArray<Cell>): string => planFingerprint({ suite: "weather", cells })

describe("the fingerprint of a plan", () => {
  const one = cell()
  const gate = { id: "g#1", gate: "g", scope: "run", spec: {}, expectations: {}, advisory: true } as const

  test("does not change with gates, numbers of runs, tags and time limits", () => {
    assert.equal(of(one), of({ ...one, runs: 99, gates: [gate], tags: ["slow"], run_timeout_ms: 1 }))
  })

  test.each<[string, Partial<Cell>]>([
    ["what the agent is given", { fingerprint: "other" }],
    ["its id", { id: "other" }],
    ["the provider of its model", { provider: { kind: "other" } }],
    ["the provider of its user", { user_provider: { kind: "other" } }],
    ["what is looked at afterwards", { observations: [{ name: "o", server: "s", tool: "t", args: {} }] }],
    ["what judges are asked", { gates: [{ ...gate, jury: [{ model: "m", provider: { kind: "openai" } }] }] }]
  ])("changes with %s of a cell", (_, changes) => {
    assert.notEqual(of(one), of({ ...one, ...changes }))
  })

  test("changes with the suite and with its cells", () => {
    assert.notEqual(of(one), planFingerprint({ suite: "other", cells: [one] }))
    assert.notEqual(of(one), of(one, { ...one, id: "second" }))
  })
})
