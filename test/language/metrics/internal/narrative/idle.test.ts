import { test } from "bun:test"
import assert from "node:assert/strict"
import * as fc from "fast-check"
import { claimsIn } from "../../../../../src/language/metrics/internal/narrative/claims.ts"
import { idleSentences } from "../../../../../src/language/metrics/internal/narrative/idle.ts"
import { sentences } from "../../../../../src/language/metrics/internal/narrative/sentences.ts"
import { knownVerbs } from "../../../../../src/language/metrics/internal/narrative/verbs.ts"

const { pasts } = knownVerbs()
const words =
  "I the issue Created created closed set did close able to sent. `run` `a.b` ` \" ' it's “so” - * \n \n\n Then then 3. 1 e.g. ? ! : (x) [x] ✅ | # > ~~~ ``` ready fed".split(
    " "
  )
const prose = fc.array(fc.constantFrom(...words, "\n", "\n\n"), { maxLength: 30 }).map((some) => some.join(" "))

test("skipping idle sentences skips no sentence that has a past form", () => {
  fc.assert(
    fc.property(prose, (text) => {
      const pastsIn = (skips: boolean) =>
        [...sentences(text, pasts, skips ? idleSentences(pasts) : undefined)]
          .flatMap(({ tokens }) => tokens)
          .filter(({ is }) => is === "past")
          .map(({ start }) => start)
      assert.deepEqual(pastsIn(true), pastsIn(false))
    }),
    { numRuns: 2000 }
  )
})

test("a sentence without a past form is skipped, and one with a past form is read", () => {
  const text = "Hello. Here are `three` things. I created the issue."
  assert.equal([...sentences(text, pasts, idleSentences(pasts))].length, 2)
  assert.deepEqual(
    [...claimsIn(text, knownVerbs())].map(({ action }) => action),
    ["create_issue"]
  )
})
