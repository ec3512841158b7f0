import assert from "node:assert/strict"
import { describe, test } from "bun:test"
import type { Json } from "../../../../../src/base/domain/Json.ts"
import { callKeys } from "../../../../../src/base/domain/trace/callKey.ts"
import { doubtfulCall } from "../../../../../src/language/metrics/internal/stability/doubtfulCall.ts"
import { grouped } from "../../../../../src/language/metrics/internal/stability/runGroups.ts"
import { call, trace } from "../../../../traces.ts"

const big = 2 ** 53
const doubt = (...runs: ReadonlyArray<ReadonlyArray<Json>>) => {
  const traces = runs.map((ids) => trace({ tool_calls: ids.map((id) => call("get", { id })) }))
  const found = doubtfulCall(grouped(traces, callKeys()))
  return found && [found.group.run, found.index]
}

describe("a doubtful call", () => {
  test("a call is doubtful if two runs seem to make it at the same index", () => {
    assert.deepEqual(doubt([1, big], [1, big]), [1, 1])
    assert.deepEqual(doubt([1, big], [1, 2], [2, big]), [3, 1])
  })

  test("a call is not doubtful if indices or values differ, or if one run makes it", () => {
    assert.equal(doubt([big, 1], [1, big]), undefined)
    assert.equal(doubt([big], [big + 2]), undefined)
    assert.equal(doubt([big, big], [1, 2]), undefined)
    assert.equal(doubt([1, 2], [1, 2]), undefined)
    assert.equal(doubt(), undefined)
  })

  test("an infinite number is not taken for null", () => {
    assert.equal(doubt([Infinity], [null]), undefined)
    assert.deepEqual(doubt([Infinity], [NaN]), [1, 0])
  })
})
