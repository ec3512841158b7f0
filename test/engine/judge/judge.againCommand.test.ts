import { test } from "bun:test"
import assert from "node:assert/strict"
import { execFileSync } from "node:child_process"
import * as fc from "fast-check"
import { againCommand } from "../../../src/engine/judge/judge.ts"

test("the command quotes an argument only if a shell needs the quotes", () => {
  assert.equal(againCommand("suites/red.ts", "red/asks/m"), "passhat run suites/red.ts --cell red/asks/m --verbose")
  assert.equal(
    againCommand("suites/red.ts", "it's [m]"),
    String.raw`passhat run suites/red.ts --cell 'it'\''s [m]' --verbose`
  )
})

test("a shell reads back the exact id of any cell", () => {
  const name = fc.string({ unit: "grapheme", minLength: 1 }).filter((text) => !text.includes("\0"))
  fc.assert(
    fc.property(name, (cell) => {
      const words = againCommand("f.ts", cell).replace(/^passhat /, "")
      const script = `set -- ${words}; printf %s "$4"`
      assert.equal(execFileSync("sh", ["-c", script], { encoding: "utf8" }), cell)
    }),
    { numRuns: 50 }
  )
})
