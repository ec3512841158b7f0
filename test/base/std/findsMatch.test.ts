import { describe, test } from "bun:test"
import * as fc from "fast-check"
import assert from "node:assert/strict"
import { findsMatch } from "../../../src/base/std/regex/findsMatch.ts"

const native = (pattern: string, flags: string, text: string): boolean => new RegExp(pattern, flags).test(text)
/** Long enough that the engine is not asked. */
const far = (text: string): string => `${text}${"\n~".repeat(20_000)}`

describe("findsMatch", () => {
  test("ends where the engine would not: repetitions of repetitions, and of alternatives that overlap", () => {
    for (const pattern of [
      "(a+)+$",
      "^(a|a)*$",
      "(a|aa)+$",
      "^(([a-z])+.)+[A-Z]([a-z])+$",
      "(.*)*x$",
      "(?:a?){30}a{30}$",
      `${"a?".repeat(40)}${"a".repeat(40)}$`,
      `${"(a|a)".repeat(40)}$`
    ]) {
      assert.equal(findsMatch(pattern, "", `${"a".repeat(50_000)}!`), false, pattern)
    }
    assert.equal(findsMatch(`${"a{0,9}".repeat(40)}b`, "", "a".repeat(400)), false)
    assert.equal(findsMatch("^(a|a)*$", "", "a".repeat(50_000)), true)
    assert.equal(findsMatch("\\s+$", "", `${" ".repeat(200_000)}x`), false)
  })

  test("has no answer where the work is not bounded: a reference to a group, or a look around at every place of a long text", () => {
    assert.equal(findsMatch("(a+)\\1+$", "", `${"a".repeat(5_000)}!`), undefined)
    assert.equal(findsMatch("(?:(?=.*b)a)*c", "", "a".repeat(20_000)), undefined)
    assert.equal(findsMatch("(a)\\1", "", "xaax"), true)
    assert.equal(findsMatch("(", "", "a"), "malformed")
  })

  test.each([
    ["^ab$", "m", "x\nab"],
    ["\\bfoo\\b", "", "a foo b"],
    ["\\Boo", "", "foo"],
    ["^.$", "u", "😀"],
    ["^.$", "", "😀"],
    ["^\\u{1F600}+$", "u", "😀😀"],
    ["^\\uD83D\\uDE00$", "u", "😀"],
    ["\\p{Lu}{2}", "u", "aÄÖ"],
    ["K", "iu", "\u212a"],
    ["K", "i", "\u212a"],
    ["a.c", "s", "a\nc"],
    ["(?<=\\$)\\d+(?!\\d|%)", "", "costs $12 or 13%"],
    ["(?<!a)b", "", "ab"],
    ["^(?=.*\\d)(?=.*[a-z]).{4,}$", "", "abc1"],
    ["(?<year>\\d{4})-(\\d\\d)?", "", "in 2026-"],
    ["a{2,3}?b", "", "xaaab"],
    ["a{,3}", "", "a{,3}"],
    ["[\\]\\-a]+", "", "]-a"],
    ["x{0}y", "", "y"],
    ["(|a)+b", "", "aab"],
    ["a", "y", "ba"],
    ["\\cJ", "", "\n"],
    ["\\x41\\u0042", "", "AB"],
    ["[^]", "", "\n"],
    ["", "", ""]
  ] as const)("finds what the engine finds: /%s/%s in %j", (pattern, flags, text) => {
    for (const one of [text, far(text), ""]) {
      // A repeated group is not given to the engine.
      const [asIs, grouped] = [native(pattern, flags, one), `(?:${pattern}){1}`]
      assert.equal(findsMatch(pattern, flags, one), asIs)
      assert.equal(findsMatch(grouped, flags, one), asIs, grouped)
    }
  })

  const atom = fc.constantFrom(
    "a",
    "b",
    ".",
    "[ab]",
    "[^a]",
    "\\w",
    "\\d",
    "\\b",
    "^",
    "$",
    "(?=a)",
    "(?!b)",
    "(?<=a)",
    "(?<!b)"
  )
  const { expression } = fc.letrec<{ expression: string; part: string }>((tie) => ({
    part: fc.oneof(
      { depthSize: "small" },
      atom,
      tie("expression").map((inside) => `(${inside})`),
      fc
        .tuple(tie("expression"), fc.constantFrom("*", "+", "?", "{2}", "{1,2}", "{0,}?", "+?"))
        .map(([of, how]) => `(?:${of})${how}`)
    ),
    expression: fc
      .array(tie("part"), { minLength: 1, maxLength: 3 })
      .chain((parts) => fc.constantFrom(parts.join(""), parts.join("|")))
  }))

  test("finds what the engine finds, for any expression", () => {
    fc.assert(
      fc.property(
        expression,
        fc.constantFrom("", "i", "m", "u", "s"),
        // On a longer text the engine may come to the limit of its tries, and then it finds nothing.
        fc.string({ unit: fc.constantFrom("a", "b", "B", "1", " ", "\n"), maxLength: 4 }),
        (pattern, flags, text) => {
          assert.equal(findsMatch(`(?:${pattern}){1}`, flags, text), native(pattern, flags, text))
        }
      ),
      { numRuns: 3_000 }
    )
  })
})
