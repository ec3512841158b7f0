import assert from "node:assert/strict"
import { describe, test } from "bun:test"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { mutantsOf } from "./mutants.ts"
import survivors from "./survivors.json" with { type: "json" }

const mutants = (source: string) => mutantsOf("a.ts", source).map(({ mutant }) => mutant)

describe("mutants", () => {
  test("change one comparison, operator of arithmetic or operator of logic each", () => {
    assert.deepEqual(mutants("a < b && c >= d"), ["a <= b && c >= d", "a < b || c >= d", "a < b && c > d"])
    assert.deepEqual(mutants("a * b - Math.max(c, d)"), [
      "a / b - Math.max(c, d)",
      "a * b + Math.max(c, d)",
      "a * b - Math.min(c, d)"
    ])
    assert.deepEqual(mutants("a === b || c !== d"), ["a !== b || c !== d", "a === b && c !== d", "a === b || c === d"])
  })

  test("increase a number, or remove a negation", () => {
    assert.deepEqual(mutants("[0, 2_000, 0.5]"), ["[1, 2_000, 0.5]", "[0, 2001, 0.5]", "[0, 2_000, 1.5]"])
    assert.deepEqual(mutants("!done(x!) ? xs[i]! : !y"), ["done(x!) ? xs[i]! : !y", "!done(x!) ? xs[i]! : y"])
  })

  test("do not change comments, strings and patterns, and change code inside a template", () => {
    assert.deepEqual(mutants('/** 1 < 2 */ f("3 + 4", /5 - 6[/7]/g) // 8 * 9'), [])
    assert.deepEqual(mutants("`1 < ${{ a: `2 ${b}` }} 3 ${c + d} 4`"), ["`1 < ${{ a: `2 ${b}` }} 3 ${c - d} 4`"])
  })

  test("do not change imports and types", () => {
    const source = [
      'import * as A from "a"',
      "interface B {",
      "  readonly c: 1 | 0",
      "}",
      "type D<E> = E extends 1",
      "  ? 2",
      "  : 3",
      "const f = <G>(g: Map<G, 4>): G => g"
    ].join("\n")
    assert.deepEqual(mutants(source.replace("4", "string")), [])
  })

  test("have their file, their line and the whole text", () => {
    assert.deepEqual(mutantsOf("a.ts", "const a = b\n  const c = d + e\n"), [
      {
        file: "a.ts",
        line: 2,
        code: "const c = d + e",
        mutant: "const c = d - e",
        text: "const a = b\n  const c = d - e\n"
      }
    ])
  })
})

describe("survivors.json", () => {
  test.each(survivors)("$file: $mutant is a mutant of the file as it is now", ({ code, file, mutant }) => {
    const found = mutantsOf(file, readFileSync(join(import.meta.dirname, "../..", file), "utf8"))
    assert.ok(found.some((one) => one.code === code && one.mutant === mutant))
  })
})
