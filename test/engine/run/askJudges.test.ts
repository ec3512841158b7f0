import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import * as fc from "fast-check"
import type { ModelAnswer } from "../../../src/base/domain/recording/Cassette.ts"
import { readJudgeAnswer } from "../../../src/engine/run/askJudges.ts"

const answer = (text: string, changes: Partial<ModelAnswer> = {}): ModelAnswer => ({
  text,
  calls: [],
  stop_reason: "end_turn",
  ...changes
})
const whole = `{"verdict":"pass","reason":"It is kind."}`

describe("the answer of a judge", () => {
  test.each([whole, ` ${whole}\n`, `\`\`\`json\n${whole}\n\`\`\``, `{ "reason": "It is kind.",\n "verdict": "pass" }`])(
    "is one object with a verdict and a reason: %s",
    (text) => {
      assert.deepEqual(readJudgeAnswer(answer(text)), { verdict: "pass", reason: "It is kind." })
    }
  )

  test.each([
    "",
    "pass",
    `"pass"`,
    `The run is fine: ${whole}`,
    `${whole} ${whole}`,
    `[${whole}]`,
    `{"verdict":"pass"}`,
    `{"verdict":"PASS","reason":""}`,
    `{"verdict":true,"reason":""}`,
    `{"verdict":"pass","reason":null}`,
    `{"verdict":"pass","reason":"","sure":1}`,
    `{"verdict":"fail","verdict":"pass","reason":""}`,
    `{"verdict":"pass","reason":"","__proto__":{"verdict":"pass"}}`,
    `{"verdict":"pass","reason":`
  ])("is no verdict in any other form: %s", (text) => {
    const read = readJudgeAnswer(answer(text))
    assert.equal(read.verdict, undefined)
    assert.notEqual(read.reason, "")
  })

  test("is none if it was cut off, or calls a tool", () => {
    assert.deepEqual(readJudgeAnswer(answer(whole, { stop_reason: "max_tokens" })), {
      reason: "its answer was cut off"
    })
    const calls = [{ id: "c1", server: "s", name: "t", args: {} }]
    assert.equal(readJudgeAnswer(answer(whole, { calls })).verdict, undefined)
  })

  test("of any text is read without a throw, and is a verdict only if it is one", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        const { reason, verdict } = readJudgeAnswer(answer(text))
        assert.equal(typeof reason, "string")
        assert.equal(verdict, undefined)
      })
    )
  })

  test("is kept whole, since what is shortened may end in half a secret", () => {
    const reason = "x".repeat(9_000)
    assert.equal(readJudgeAnswer(answer(JSON.stringify({ verdict: "fail", reason }))).reason, reason)
    assert.ok(readJudgeAnswer(answer(reason)).reason.includes(reason))
  })
})
