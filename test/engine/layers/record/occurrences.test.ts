import { describe, test } from "bun:test"
import * as fc from "fast-check"
import assert from "node:assert/strict"
import { type Occurrence, occurrencesOf } from "../../../../src/engine/layers/record/occurrences.ts"
import { escapeAt } from "../../../../src/engine/layers/record/unescape.ts"
import { wordFinder } from "../../../../src/engine/layers/record/wordFinder.ts"
import { canaries, encodings } from "./canaries.ts"

const codesOf = (text: string): Uint16Array => Uint16Array.from(text, (_, at) => text.charCodeAt(at))
const placesOf = (found: ReadonlyArray<Occurrence>): ReadonlyArray<string> =>
  [...new Set(found.map(({ end, start, value }) => `${value}: ${start} to ${end}`))].toSorted()

/** Spelt values, whole and cut, between what escapes are made of. */
const scraps = fc.constantFrom(
  "\\",
  "\\\\",
  "%",
  "%25",
  "%5c",
  "\\u005c",
  "\n",
  "\r\n  ",
  "%c3%bc",
  "%ed%a0%80",
  "-",
  "a",
  " "
)
const spelt = fc
  .tuple(
    fc.constantFrom(...canaries),
    fc.array(fc.constantFrom(...encodings), { minLength: 1, maxLength: 3 }),
    fc.nat(30)
  )
  .map(([value, ways, cut]) => {
    const text = ways.reduce((before, [, encode]) => encode(before), value)
    return cut < 10 ? text.slice(cut) : text
  })
const texts = fc.array(fc.oneof(scraps, scraps, fc.string(), spelt), { maxLength: 10 }).map((parts) => parts.join(""))

describe("occurrences", () => {
  test.each([1, 7, 64])("are the same if the text is read %d characters at a time", (window) => {
    const [whole, bit] = [occurrencesOf(canaries), occurrencesOf(canaries, window)]
    let found = 0
    fc.assert(
      fc.property(texts, (text) => {
        const places = placesOf(whole(text))
        found += places.length
        assert.deepEqual(placesOf(bit(text)), places)
      })
    )
    assert.ok(found > 20, `${found} occurrences`)
  })

  test.each([0, 16_380, 16_384, 40_000])("of a value are found behind %d other characters", (length) => {
    const find = occurrencesOf(canaries)
    for (const [encoding, encode] of encodings) {
      for (const [value, canary] of canaries.entries()) {
        const text = `${"0 ".repeat(length / 2)}${encode(canary)} and more`
        assert.ok(
          find(text).some((one) => one.value === value && one.start >= length),
          `${canary} in ${encoding}`
        )
      }
    }
  })

  test("of no value are none", () => assert.deepEqual(occurrencesOf([])("any text"), []))
})

test("words are found where a search for each of them finds them", () => {
  const letters = fc.string({ unit: fc.constantFrom("a", "b", "A", "-", "_", "é"), minLength: 2, maxLength: 5 })
  const text = fc.string({ unit: fc.constantFrom("a", "b", "A", "-", "_", "é"), maxLength: 60 })
  fc.assert(
    fc.property(fc.uniqueArray(letters, { minLength: 1, maxLength: 6 }), text, (words, whole) => {
      const found: Array<string> = []
      const { find } = wordFinder(words.map((word) => ({ text: word, alphabet: (code) => code })))
      const range = { from: 0, to: whole.length, length: whole.length }
      find(codesOf(whole), range, (start, end, word) => found.push(`${words[word]} ${start} ${end}`))
      const expected = words.flatMap((word) =>
        Array.from({ length: whole.length }, (_, at) => at)
          .filter((at) => whole.startsWith(word, at))
          .map((at) => `${word} ${at} ${at + word.length}`)
      )
      assert.deepEqual(found.toSorted(), expected.toSorted())
    })
  )
})

describe("an escape", () => {
  const read = (text: string) => {
    const found = escapeAt(codesOf(text), 0, text.length)
    return found === 0 ? undefined : [String.fromCodePoint(found >> 4), found & 15]
  }
  test("of JSON is what JSON.parse reads", () => {
    for (const text of ["\\n", "\\b", "\\f", "\\r", "\\t", "\\\\", '\\"', "\\/", "\\u00e9", "\\uD83D", "\\u005C"]) {
      assert.deepEqual(read(`${text}.`), [JSON.parse(`"${text}"`), text.length])
    }
  })
  test("in percent-encoding is what decodeURIComponent reads", () => {
    fc.assert(
      fc.property(
        fc
          .string({ unit: "binary", minLength: 1, maxLength: 1 })
          .filter((one) => !/[\ud800-\udfff]/.test(one) || one.length === 2),
        (point) => {
          const text = [...Buffer.from(point)].map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join("")
          assert.deepEqual(read(text), [decodeURIComponent(text), text.length])
        }
      )
    )
  })
  test.each([
    "%",
    "%4",
    "%g1",
    "%80",
    "%c0%80",
    "%c3",
    "%c3%4",
    "%e0%80%80",
    "%ed%a0%80",
    "%f4%90%80%80",
    "%f5%80%80%80",
    "\\",
    "\\u00e",
    "\\x4",
    "\\ux"
  ])("is not %s", (text) => assert.equal(read(text), undefined))
})
