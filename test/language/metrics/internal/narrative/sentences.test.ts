import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import * as fc from "fast-check"
import { claimsIn } from "../../../../../src/language/metrics/internal/narrative/claims.ts"
import {
  pastFinder,
  sentences as sentencesIn
} from "../../../../../src/language/metrics/internal/narrative/sentences.ts"
import { knownVerbs } from "../../../../../src/language/metrics/internal/narrative/verbs.ts"

const verbs = knownVerbs()
const sentences = (text: string) => sentencesIn(text, verbs)

const read = (text: string) => Array.from(sentences(text), ({ tokens }) => tokens.map(({ lower }) => lower))

describe("sentences", () => {
  test("end at a full stop, not inside a word", () => {
    assert.deepEqual(read("I sent v1.2 of report.txt. Done!"), [["i", "sent", "v1.2", "of", "report.txt"], ["done"]])
  })

  test("go on in a line that was wrapped, and end before a bullet, a capital or an empty line", () => {
    assert.deepEqual(read("did not\ndelete it\n- Sent\nClosed\n\nmerged"), [
      ["did", "not", "delete", "it"],
      ["-", "sent"],
      ["closed"],
      ["merged"]
    ])
  })

  test("hold numbers with their signs, and end before a line that starts with one", () => {
    assert.deepEqual(read("paid 1,000 at 10:30, or\n2 more"), [
      ["paid", "1,000", "at", "10:30", ",", "or"],
      ["2", "more"]
    ])
  })

  test("are cut where no sentence goes on", () => {
    assert.deepEqual(
      read("so ".repeat(801)).map(({ length }) => length),
      [400, 400, 1]
    )
  })

  test("look past the blanks at the start of a line", () => {
    assert.deepEqual(read("sent\n  the mail"), [["sent", "the", "mail"]])
    assert.deepEqual(read("sent\n  Closed"), [["sent"], ["closed"]])
  })

  test("hold contractions as two words, with either apostrophe", () => {
    assert.deepEqual(read("I've, didn’t"), [["i", "'ve", ",", "did", "n't"]])
  })

  test("hold no emphasis", () => {
    assert.deepEqual(read("**Sent** _the_ [report](x)"), [["sent", "the", "report", "(", "x", ")"]])
  })

  test("ask when they end in a question mark", () => {
    assert.deepEqual(
      Array.from(sentences("Sent? Sent."), ({ question }) => question),
      [true, false]
    )
  })

  test("hold each word where it stands in the text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        for (const { tokens } of sentences(text))
          for (const { end, is, start, text: written } of tokens)
            assert.equal(is === "quote" || text.slice(start, end) === written, true)
      })
    )
  })
})

describe("a quotation", () => {
  const quotes = (text: string) =>
    Array.from(sentences(text), ({ tokens }) => tokens.filter(({ is }) => is === "quote").map((token) => token.text))

  test("is one token without its marks", () => {
    assert.deepEqual(quotes("say \"a b\" 'c d' “e f” ‘g h’ «i j» `k l`"), [["a b", "c d", "e f", "g h", "i j", "k l"]])
  })

  test("is not opened by an apostrophe or inches", () => {
    assert.deepEqual(quotes("the users' 5\" and Anna's 6\" pipes' ends"), [[]])
  })

  test("may run over a line's end, not over an empty line", () => {
    assert.deepEqual(quotes('say "a\nb"'), [["a\nb"]])
    assert.deepEqual(quotes('say "a\n\nb"'), [[], []])
  })

  test("that is never closed quotes nothing", () => {
    for (const mark of ['"', "'", "“", "‘", "«", "`", "```\n"]) {
      const [claim] = claimsIn(`${mark}I closed the issue.`, verbs)
      assert.equal(claim?.action, "close_issue", mark)
    }
  })

  test("of whole lines ends the sentence around it", () => {
    assert.deepEqual(read("did\n> not sent\nclose"), [["did"], ["close"]])
    assert.deepEqual(read("did\n~~~js\nnot sent\n~~~\nclose"), [["did"], ["close"]])
  })
})

describe("reading takes as many steps as the text is long", () => {
  const hostile = [
    "I closed issue 43. ",
    "I created the issue and ",
    "closed ",
    "not ",
    "a",
    '"',
    "‘ ",
    "'a ",
    "“",
    "`` ` ",
    "((((",
    "```\n",
    "~~~ x\n",
    "> x\n",
    "a.",
    "://",
    "😀",
    "\n \n",
    "\n",
    "_",
    "by ",
    "was created by ",
    'title "x" ',
    "[x]"
  ]

  test.each(hostile.map((piece) => ({ piece })))("$piece", ({ piece }) => {
    const short = steps(piece.repeat(1_000))
    assert.ok(steps(piece.repeat(4_000)) <= 4.2 * short)
  })
})

/** How often a text is asked for anything while it is read for claims. */
const steps = (text: string): number => {
  let count = 0
  const counted = new Proxy(Object(text), {
    get: (target, key) => {
      count++
      const value: unknown = Reflect.get(target, key)
      return typeof value === "function" ? value.bind(target) : value
    }
  })
  for (const _ of claimsIn(counted, verbs)) count++
  return count
}

describe("sentences without a past form", () => {
  const words =
    "I the issue Created created closed set did close able to sent. `run` `a.b` ` \" ' it's “so” - * \n \n\n Then then 3. 1 e.g. ? ! : (x) [x] ✅ | # > ~~~ ``` ready fed".split(
      " "
    )
  const prose = fc.array(fc.constantFrom(...words, "\n", "\n\n"), { maxLength: 30 }).map((some) => some.join(" "))

  test("skipping idle sentences skips no sentence that has a past form", () => {
    fc.assert(
      fc.property(prose, (text) => {
        const pastsIn = (skips: boolean) =>
          [...sentencesIn(text, verbs, skips ? pastFinder(verbs) : undefined)]
            .flatMap(({ tokens }) => tokens)
            .filter(({ is }) => is === "past")
            .map(({ start }) => start)
        assert.deepEqual(pastsIn(true), pastsIn(false))
      }),
      { numRuns: 2000 }
    )
  })

  test("a sentence without a past form is skipped, and one with a past form is read", () => {
    const text = "Hello. Here are `three` things. I created the issue."
    assert.equal([...sentencesIn(text, verbs, pastFinder(verbs))].length, 2)
    assert.deepEqual(
      [...claimsIn(text, verbs)].map(({ action }) => action),
      ["create_issue"]
    )
  })
})
