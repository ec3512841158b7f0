/**
 * What `--help` and `--completions` print, byte for byte.
 */
import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { printed } from "./printed.ts"

describe("what is printed instead of a run", () => {
  test.each(Object.entries(printed))("is kept: %s", (file, text) => {
    assert.equal(text(), readFileSync(join(import.meta.dirname, "golden", file), "utf8"))
  })
})
