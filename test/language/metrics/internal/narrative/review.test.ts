import { test } from "bun:test"
import * as fc from "fast-check"
import assert from "node:assert/strict"
import { unmentioned } from "../../../../../src/language/metrics/internal/narrative/review.ts"
import { humps, stem, words } from "../../../../../src/language/metrics/internal/narrative/stem.ts"
import { readTool } from "../../../../../src/language/metrics/internal/narrative/tools.ts"
import { knownVerbs } from "../../../../../src/language/metrics/internal/narrative/verbs.ts"

const called = (name: string) => ({ id: "c", server: "s", name, args: {}, turn: 1 })

const word = fc.oneof(
  fc.constantFrom(
    "y",
    "Y",
    "i",
    "sent",
    "send",
    "Wrote",
    "getWeather",
    "HTTPServer",
    "v2",
    "ΣΑΣ",
    "İstanbul",
    "𐐀b",
    "ies"
  ),
  fc.string({ unit: "binary", minLength: 1, maxLength: 4 }),
  fc.stringMatching(/^[A-Za-z0-9]{1,8}$/)
)

test("a call is mentioned when the stem of a word is that of its name, whichever word that is", () => {
  fc.assert(
    fc.property(word, fc.array(word, { maxLength: 6 }), (name, text) => {
      const stems = new Set(
        words(text.join(" "))
          .flatMap((one) => [one, ...humps(one)])
          .map(stem)
      )
      const parts = words(name).flatMap(humps)
      const long = parts.filter((part) => part.length >= 3)
      const salient = (long.length > 0 ? long : parts).map(stem)
      const isMentioned = salient.length > 0 && salient.every((part) => stems.has(part))
      const read = (tool: { readonly server: string; readonly name: string }) => readTool(tool, knownVerbs(), {})
      assert.deepEqual(unmentioned([called(name)], text.join(" "), read), isMentioned ? [] : [0])
    }),
    { numRuns: 2000 }
  )
})
