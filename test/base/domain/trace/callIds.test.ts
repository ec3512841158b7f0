import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import * as fc from "fast-check"
import { callIds, withCallIds } from "../../../../src/base/domain/trace/callIds.ts"

const call = (id: string) => ({ id })
const result = (call_id: string, is_error = false) => ({ call_id, is_error })

describe("the ids of calls", () => {
  test("an id that is neither empty nor taken is kept", () => {
    const give = callIds()
    assert.deepEqual(["a", "b"].map(give), ["a", "b"])
  })

  test("an empty id becomes the number of the call, and a repeated id gets a number", () => {
    const give = callIds()
    assert.deepEqual(["", "a", "a", "", "a"].map(give), ["call-1", "a", "a-2", "call-4", "a-3"])
  })

  test("ids of earlier calls are not given again", () => {
    const give = callIds(["a", "call-2"])
    assert.deepEqual(["a", ""].map(give), ["a-2", "call-4"])
  })

  test("no two calls get the same id, whatever their own ids are", () => {
    const odd = fc.constantFrom("", "a", "a-2", "a-3", "a-2-2", "call-1", "call-2", "call-2-2")
    fc.assert(
      fc.property(fc.array(odd), (ids) => {
        const given = ids.map(callIds())
        assert.equal(new Set(given).size, ids.length)
        assert.ok(!given.includes(""))
      })
    )
  })

  test("ten thousand equal ids each get a number", () => {
    const give = callIds()
    const ids = Array.from({ length: 10_000 }, () => give("a"))
    assert.equal(ids.at(-1), "a-10000")
  })
})

describe("the results of calls with ids", () => {
  test("the nth result of a repeated id belongs to the nth call with it", () => {
    const calls = [call("a"), call("a"), call("")]
    const { calls: named, results } = withCallIds(calls, [result("", true), result("a", true), result("a")])
    assert.deepEqual(
      named.map(({ id }) => id),
      ["a", "a-2", "call-3"]
    )
    assert.deepEqual(results, [result("call-3", true), result("a", true), result("a-2")])
  })

  test("a surplus result of a repeated id belongs to no call", () => {
    const { calls, results } = withCallIds([call("a"), call("a")], [result("a"), result("a", true), result("a")])
    const ids = calls.map(({ id }) => id)
    assert.deepEqual(
      results.map(({ call_id }) => ids.indexOf(call_id)),
      [0, 1, -1]
    )
  })

  test("every result of an id that only one call has belongs to that call", () => {
    const results = [result("a"), result("a", true), result("b")]
    assert.deepEqual(withCallIds([call("a")], results).results, results)
  })
})
