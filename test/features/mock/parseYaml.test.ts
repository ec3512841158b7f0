import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import * as Result from "effect/Result"
import * as fc from "fast-check"
import { parseYaml } from "../../../src/features/mock/parseYaml.ts"

describe("parseYaml", () => {
  test("reads JSON as JSON.parse does", () => {
    fc.assert(
      fc.property(fc.json({ stringUnit: "binary" }), (text) => {
        assert.deepEqual(parseYaml(text), Result.succeed(JSON.parse(text)))
      })
    )
  })

  test.each([
    ["indentation", "tools:\n  - name: a\n   response: x\n", 3, "Unexpected indentation of 3 spaces"],
    ["a tab", "tools:\n\t- name: a\n", 2, "Tabs cannot be used for YAML indentation"],
    ["a key twice", "a: 1\nb: 2\na: 3\n", 3, "Duplicate key 'a'"],
    ["an unknown alias", "a: 1\nb: *c\nd: 2\n", 2, "Unknown YAML alias '*c'"],
    ["an escape that is none", 'a: 1\nb: "\\q"\nc: 3\n', 2, "Invalid YAML escape '\\q'"],
    ["a quote that is left open", 'a: 1\nb: "c\n', 2, "Unterminated quoted YAML scalar"],
    ["a bracket that is left open", "a: 1\nb: [1, 2\nc: 3\n", 2, "Expected ','"],
    ["a comma that is missing in JSON", '{\n  "a": [\n    1,\n    {}\n    {}\n  ]\n}', 5, "Expected ','"],
    ["a colon that is missing in JSON", '{\n  "a" 1,\n  "b": 2\n}', 2, "Expected ':'"],
    ["JSON that ends too early", '{\n  "a": {\n    "b": 1\n', 4, "Expected ','"],
    ["JSON that goes on", '{\n  "a": 1\n}\n}\n', 4, "Unexpected content"],
    ["a quote that is left open in JSON", '{\n  "a": "b,\n  "c": 1\n}', 2, "Unterminated quoted scalar"]
  ])("names the line of %s", (_, text, line, reason) => {
    assert.deepEqual(parseYaml(text), Result.fail({ line, reason }))
  })

  test("names the line, whatever text is before it", () => {
    fc.assert(
      fc.property(fc.nat(60), (lines) => {
        const before = Array.from({ length: lines }, (_, i) => `k${i}: [1,\n  2]\n`).join("")
        assert.deepEqual(
          parseYaml(`${before}a: {b: 1}}\nc: 2\n`),
          Result.fail({ line: 2 * lines + 1, reason: "Unexpected flow collection content" })
        )
      })
    )
  })
})
