import { describe, test } from "bun:test"
import * as fc from "fast-check"
import assert from "node:assert/strict"
import { createHash } from "node:crypto"
import type { Json } from "../../../../src/base/domain/Json.ts"
import { makeRedactor } from "../../../../src/engine/layers/record/redact.ts"
import type { Secrets } from "../../../../src/engine/layers/record/secrets.ts"
import { json } from "../recordings.ts"
import { canaries, encodings } from "./canaries.ts"

const hash8 = (value: string): string => createHash("sha256").update(value).digest("hex").slice(0, 8)
const secrets: Secrets = canaries.map((value, at) => ({ name: `CANARY_${at}_KEY`, value }))
const redactor = makeRedactor(secrets)

const spellings = encodings.flatMap(([encoding, encode]) =>
  canaries.map((value) => ({ encoding, value, spelt: encode(value) }))
)

describe("a secret", () => {
  test.each(encodings.map(([name]) => name))("is found in %s, alone or in the middle of a text", (encoding) => {
    for (const { spelt, value } of spellings.filter((one) => one.encoding === encoding)) {
      const rule = secrets.find((secret) => secret.value === value)?.name
      const placeholder = `[REDACTED:${rule}:${hash8(value)}]`
      for (const [before, after] of [
        ["", ""],
        ["The key is ", " now."],
        ['{"key":"', '"}'],
        ["?key=", "&b=c"]
      ]) {
        const redacted = redactor.text(`${before}${spelt}${after}`)
        assert.ok(redacted.includes(placeholder), `${value} in ${encoding}: ${redacted}`)
        assert.deepEqual(redactor.shown(redacted), [])
        assert.deepEqual(redactor.shown(`${before}${spelt}${after}`), [rule])
      }
    }
  })

  test("is found in base64 and hex of a longer text, at any position", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...canaries),
        fc.string({ maxLength: 9 }),
        fc.string({ maxLength: 9 }),
        (value, a, b) => {
          const bytes = Buffer.from(`${a}${value}${b}`)
          const wrapped = bytes.toString("base64").replace(/.{7}/g, "$&\r\n")
          for (const text of [bytes.toString("base64"), bytes.toString("base64url"), bytes.toString("hex"), wrapped]) {
            assert.match(redactor.text(text), /\[REDACTED:CANARY_/)
            assert.deepEqual(redactor.shown(redactor.text(text)), [])
          }
        }
      )
    )
  })

  test("is found with any mix of escapes, doubled ones included", () => {
    const spell = (value: string, ways: ReadonlyArray<number>): string =>
      Array.from(value, (point, at) => {
        const way = (ways[at % ways.length] ?? 0) % 4
        const percent = [...Buffer.from(point)].map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join("")
        const unicode = Array.from(
          { length: point.length },
          (_, unit) => `\\u${point.charCodeAt(unit).toString(16).padStart(4, "0")}`
        ).join("")
        return [point, percent, percent.toUpperCase().replaceAll("%", "%25"), unicode][way]
      }).join("")
    const plain = canaries.filter((value) => !/[%\\]/.test(value))
    fc.assert(
      fc.property(fc.constantFrom(...plain), fc.array(fc.nat(3), { minLength: 1 }), (value, ways) => {
        const redacted = redactor.text(`<${spell(value, ways)}>`)
        assert.match(redacted, /^<\[REDACTED:CANARY_\d+_KEY:[0-9a-f]{8}\]>$/)
      })
    )
  })

  test("next to another, inside another, or overlapping another is replaced whole", () => {
    const two = makeRedactor([
      { name: "A_KEY", value: "abcdefgh" },
      { name: "B_KEY", value: "efghijklmn" },
      { name: "C_KEY", value: "abcdefghijkl" }
    ])
    assert.equal(two.text("abcdefgh"), `[REDACTED:A_KEY:${hash8("abcdefgh")}]`)
    assert.equal(two.text("abcdefghabcdefgh"), `[REDACTED:A_KEY:${hash8("abcdefgh")}]`.repeat(2))
    assert.equal(two.text("<abcdefghijkl>"), `<[REDACTED:C_KEY:${hash8("abcdefghijkl")}]>`)
    assert.equal(two.text("<abcdefghijklmn>"), `<[REDACTED:C_KEY:${hash8("abcdefghijkl")}]>`)
  })

  test("is found in keys and at every depth of a value", () => {
    const [value = ""] = canaries
    const placeholder = `[REDACTED:CANARY_0_KEY:${hash8(value)}]`
    const given: Json = { [value]: [{ deep: `a ${value}` }, 1, null, true], __proto__: { a: 1 } }
    assert.deepEqual(redactor.json(given), { [placeholder]: [{ deep: `a ${placeholder}` }, 1, null, true] })
  })

  test("inside a forged placeholder is found", () => {
    const [value = ""] = canaries
    assert.deepEqual(redactor.shown(redactor.text(`[REDACTED:${value}:01234567]`)), [])
    assert.ok(!redactor.text(`[REDACTED:${value}:01234567]`).includes(value))
  })
})

describe("a key that is in no variable", () => {
  const known: ReadonlyArray<readonly [rule: string, text: string, redacted: string]> = [
    ["anthropic_key", "sk-ant-api03-abcdefghijklmnop_QRST", ""],
    ["openai_key", "sk-proj-abcdefghij1234567890", ""],
    ["github_token", "ghp_abcdefghijklmnopqrstuvwxyz0123456789", ""],
    ["github_token", "gho_abcdefghijklmnopqrstuvwxyz0123456789", ""],
    ["github_token", "ghs_abcdefghijklmnopqrstuvwxyz0123456789", ""],
    ["github_token", "github_pat_11ABCDEFG0abcdefghijkl_mnop", ""],
    ["slack_token", "xoxb-123456789012-abcdefghijkl", ""],
    ["aws_access_key", "AKIAIOSFODNN7EXAMPLE", ""],
    ["google_key", "AIzaSyA-abcdefghijklmnopqrstuvwxyz012345", ""],
    ["jwt", "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.dBjftJeZ4CVP-mB92K27", ""],
    ["private_key", "-----BEGIN RSA PRIVATE KEY-----\nMIIE\nabc=\n-----END RSA PRIVATE KEY-----", ""],
    ["private_key", "-----BEGIN PRIVATE KEY-----\\nMIIE\\nabc=\\n-----END PRIVATE KEY-----", ""],
    ["bearer", "abc.def-123_456", "Bearer "],
    ["basic", Buffer.from("me:secret").toString("base64"), "Basic "],
    ["userinfo", "me:p@ss", "https://"]
  ]
  test.each(known)("is recognised by its shape and replaced: %s", (rule, key, before) => {
    const after = rule === "userinfo" ? "@example.com/path" : " and more."
    assert.equal(redactor.text(`See ${before}${key}${after}`), `See ${before}[REDACTED:${rule}:${hash8(key)}]${after}`)
  })

  test("is replaced whole, even if a part of it is a known secret", () => {
    const key = `sk-proj-${"a1".repeat(8)}qwertzui`
    assert.equal(redactor.text(`<${key}>`), `<[REDACTED:openai_key:${hash8(key)}]>`)
    assert.match(
      redactor.text(`qwertzui${key.slice(0, -8)}`),
      /^\[REDACTED:CANARY_1_KEY:[0-9a-f]{8}\]\[REDACTED:openai_key:[0-9a-f]{8}\]$/
    )
  })

  test("is replaced up to the end of the text if its end is cut off", () => {
    assert.match(redactor.text("a -----BEGIN PRIVATE KEY-----\nMIIEabc"), /^a \[REDACTED:private_key:[0-9a-f]{8}\]$/)
  })

  test.each([
    "Bearer authentication is required.",
    "Basic authentication is required, basic information is given.",
    "See task-force-2026-planning-document and risk-assessment-2026-final-version-2.",
    "https://example.com:8080/a@b and http://localhost:3000/@scope/name",
    "A PEM file starts with -----BEGIN CERTIFICATE-----",
    "sk-SK and eyJ are no keys, xoxb is none, AKIA is none"
  ])("is not seen in ordinary text: %s", (text) => assert.equal(redactor.text(text), text))
})

describe("redacting", () => {
  const word = fc.oneof(
    fc.stringMatching(/^[a-z]{1,12}$/),
    fc.stringMatching(/^[A-Z][a-z]{1,12}[.,;:!?]?$/),
    fc.nat(99_999).map(String),
    fc.constantFrom(
      "Bearer",
      "Basic",
      "basic",
      "sk-",
      "key:",
      "token",
      "https://example.com/a?b=c",
      "a@b.c",
      "100%",
      "C:\\new"
    )
  )

  test("does not change ordinary words", () => {
    fc.assert(
      fc.property(fc.array(word, { maxLength: 60 }), (words) => {
        const text = words.join(" ")
        assert.equal(redactor.text(text), text)
      }),
      { numRuns: 1000 }
    )
  })

  test("does not change JSON without secrets", () => {
    fc.assert(
      fc.property(json, (value) => assert.deepEqual(redactor.json(value), value)),
      { numRuns: 500 }
    )
  })

  test("a redacted text changes nothing, and no secret is left", () => {
    const piece = fc.oneof(
      word,
      fc.string({ unit: "binary" }),
      fc.constantFrom(...spellings.map(({ spelt }) => spelt)),
      fc.constantFrom(
        "[REDACTED:jwt:",
        "01234567]",
        "://",
        "@",
        ":",
        "sk-ant-",
        "ghp_",
        "-----BEGIN PRIVATE KEY-----",
        "eyJ",
        "."
      )
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const once = redactor.text(pieces.join(""))
        assert.equal(redactor.text(once), once)
        assert.deepEqual(redactor.shown(once), [])
      }),
      { numRuns: 2000 }
    )
  })

  test("gives the same secret the same placeholder, whatever other secrets there are", () => {
    const [value = ""] = canaries
    const alone = makeRedactor(secrets.slice(0, 1))
    assert.equal(alone.text(value), redactor.text(value))
    assert.notEqual(redactor.text(canaries[0]!), redactor.text(canaries[1]!))
  })

  test("takes less than 2 s for 200 kB of hostile text", () => {
    const hostile = [
      "eyJ",
      "eyJaaaaaaaa.",
      "sk-",
      "://a:",
      "-----BEGIN PRIVATE KEY-----",
      "%",
      "\\",
      "%25",
      "\\u",
      "bearer ",
      "AKIA",
      "[REDACTED:",
      "aaaaaaaa",
      "\r\n"
    ]
    const time = (text: string): number => {
      const before = process.cpuUsage()
      redactor.text(text)
      const { system, user } = process.cpuUsage(before)
      return (system + user) / 1000
    }
    for (const part of hostile) {
      const took = time(part.repeat(Math.ceil(200_000 / part.length)))
      assert.ok(took < 5_000, `${part}: ${took} ms of processor time for 200 kB`)
    }
  })
})
