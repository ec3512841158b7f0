import { test } from "bun:test"
import assert from "node:assert/strict"
import { spawnSync } from "node:child_process"
import * as fc from "fast-check"
import { shellWord } from "../../../src/base/std/shellWord.ts"

test("a shell reads the word as it was", () => {
  const words = fc.sample(
    fc.string({ unit: "binary" }).filter((word) => !word.includes("\0")),
    { seed: 1, numRuns: 200 }
  )
  const all = ["", "plain", "it's", "a b", "$HOME", "`id`", "*", "line\nbreak", ...words]
  const { stdout } = spawnSync("sh", ["-c", `printf '%s\\0' ${all.map(shellWord).join(" ")}`])
  assert.deepEqual(stdout, Buffer.from(all.map((word) => `${word}\0`).join("")))
})
