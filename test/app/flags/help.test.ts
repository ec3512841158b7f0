/**
 * The output of `--help` and `--completions`, byte for byte.
 */
import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { printed } from "./printed.ts"

describe("the output of --help and --completions", () => {
  test.each(Object.entries(printed))("equals the golden file %s", (file, text) => {
    assert.equal(text(), readFileSync(join(import.meta.dirname, "golden", file), "utf8"))
  })
})
