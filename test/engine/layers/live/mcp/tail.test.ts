import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import { tail } from "../../../../../src/engine/layers/live/mcp/tail.ts"

const tailOf = (...chunks: ReadonlyArray<string>): string => {
  const kept = tail()
  for (const chunk of chunks) kept.push(new TextEncoder().encode(chunk))
  return kept.text()
}

describe("the tail of stderr", () => {
  test("is its last ten lines, joined into one", () => {
    const lines = Array.from({ length: 12 }, (_, at) => `line ${at + 1}\n`)
    assert.equal(tailOf(...lines), Array.from({ length: 10 }, (_, at) => `line ${at + 3}`).join(" | "))
    assert.equal(tailOf("a\r\n\n", "b"), "a | b")
  })

  test("is at most 2 kB, however much was written", () => {
    assert.equal(tailOf("x ".repeat(50_000), "y".repeat(2000)), `${"x ".repeat(23)}${"y".repeat(2000)}`)
  })

  test("begins with no part of a word, which may be a part of a secret", () => {
    assert.equal(tailOf(`t0ken-of-the-environment ${"y ".repeat(1015)}`), "y ".repeat(1015).trim())
    assert.equal(tailOf("z".repeat(3000)), "")
  })

  test("escapes control characters and characters that reorder text", () => {
    assert.equal(tailOf("\u001b[31mred\u001b[0m\u0007\u009b"), "\\u{1b}[31mred\\u{1b}[0m\\u{7}\\u{9b}")
    assert.equal(tailOf("\u202egnp.exe"), "\\u{202e}gnp.exe")
  })

  test("is empty when nothing was written", () => {
    assert.equal(tailOf(), "")
  })
})
