import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import * as Effect from "effect/Effect"
import * as fc from "fast-check"
import { faultsOf } from "../../../src/features/mock/faultsOf.ts"
import { read as page } from "../../docs/blocks.ts"

const read = (text: string) => Effect.runSync(faultsOf(text))
const refusal = (text: string) => Effect.runSync(Effect.flip(faultsOf(text))).message

describe("--fault", () => {
  test.each([
    ["none", []],
    ["hang", [{ kind: "hang" }]],
    ["wedged", [{ kind: "wedged" }]],
    ["slow:0", [{ kind: "slow", delay_ms: 0 }]],
    ["recover-after:2", [{ kind: "recover_after", calls: 2 }]],
    ["reply-after-cancel:250", [{ kind: "reply_after_cancel", delay_ms: 250 }]],
    ["error:no: space left", [{ kind: "error", message: "no: space left" }]],
    ["rate-limited:2000", [{ kind: "rate_limited", retry_after_ms: 2000 }]],
    ["denied", [{ kind: "denied" }]],
    ["disconnect", [{ kind: "disconnect" }]],
    ["misleading:All is well.", [{ kind: "misleading", text: "All is well." }]],
    ["malformed", [{ kind: "malformed" }]],
    ["truncated", [{ kind: "truncated" }]],
    ["schema-drift", [{ kind: "schema_drift" }]]
  ])("%s is read", (text, kinds) => {
    assert.deepEqual(read(text), kinds)
  })

  test("every kind is on its page", () => {
    const [, table = ""] = page("docs/mock.md").split("## The faults")
    const kinds = Array.from(table.matchAll(/^\| `([a-z][a-z-]*)/gm), ([, kind = ""]) => kind)
    assert.equal(refusal("?"), `There is no fault "?". There are ${kinds.join(", ")}.`)
  })

  test("milliseconds are whole, and from 0", () => {
    fc.assert(
      fc.property(fc.nat(), (millis) => {
        assert.deepEqual(read(`slow:${millis}`), [{ kind: "slow", delay_ms: millis }])
      })
    )
    for (const millis of ["-5", "1.5", "1e3", "0x10", " 5", "NaN", "Infinity", "soon", ""]) {
      assert.equal(
        refusal(`slow:${millis}`),
        `--fault is "slow:${millis}", and slow takes whole milliseconds from 0. Write --fault slow:250.`
      )
    }
  })

  test.each([
    ["hnag", 'There is no fault "hnag". Did you mean hang?'],
    ["recover_after:2", 'There is no fault "recover_after". Did you mean recover-after?'],
    [
      "constructor",
      'There is no fault "constructor". There are none, hang, wedged, slow, recover-after, reply-after-cancel, error, ' +
        "rate-limited, denied, disconnect, misleading, malformed, truncated, schema-drift."
    ],
    ["slow", '--fault is "slow", and slow takes whole milliseconds from 0. Write --fault slow:250.'],
    [
      "recover-after:0",
      '--fault is "recover-after:0", and recover-after takes a number of calls from 1. Write --fault recover-after:2.'
    ],
    ["hang:5", '--fault is "hang:5", and hang takes nothing more. Write --fault hang.'],
    ["error", '--fault is "error", and error takes the words to answer with. Write --fault error:"disk full".']
  ])("%s is refused", (text, sentence) => {
    assert.equal(refusal(text), sentence)
  })
})
