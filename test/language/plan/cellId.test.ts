import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import * as fc from "fast-check"
import { slug } from "../../../src/language/plan/cellId.ts"

describe("a slug", () => {
  test("keeps a plain name readable", () => {
    assert.equal(slug("Asks for the weather"), "asks-for-the-weather")
    assert.equal(slug("gpt-4.1"), "gpt-4.1")
    assert.equal(slug("anthropic/claude:beta"), "anthropic-claude-beta")
  })

  test("contains no path separator and no reserved name", () => {
    for (const name of [
      "../../etc/passwd",
      "..",
      ".",
      "",
      "/",
      "a/../b",
      "con",
      "NUL.txt",
      "\u0000",
      "x".repeat(500)
    ]) {
      assert.match(slug(name), /^[a-z0-9_][a-z0-9._-]{0,99}$/)
      assert.ok(!slug(name).includes(".."), name)
    }
  })

  test("differs for different names in other scripts", () => {
    assert.notEqual(slug("天気を聞く"), slug("天気を調べる"))
    assert.equal(slug("caf\u00e9"), slug("cafe\u0301"))
  })

  test("is always a safe file name", () => {
    fc.assert(fc.property(fc.string({ unit: "binary" }), (name) => /^[a-z0-9_][a-z0-9._-]{0,99}$/.test(slug(name))))
  })
})
