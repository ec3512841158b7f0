/**
 * docs/canonical-arguments.md: passhat's canonical JSON compared with RFC 8785 (JCS), on the test data of its author.
 */
import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import * as fc from "fast-check"
import type { Json } from "../../src/base/domain/Json.ts"
import { canonicalJson } from "../../src/base/std/canonicalJson.ts"
import { read, root } from "./blocks.ts"

const data = join(root, "../shared/data/jcs")
const isHere = existsSync(data)
const files = isHere ? readdirSync(join(data, "input")).toSorted() : []
const page = read("docs/canonical-arguments.md")

describe.skipIf(!isHere)(isHere ? "JCS" : `JCS (skipped: no test data at ${data})`, () => {
  test.each(files)("%s has the bytes of JCS", (file) => {
    const input = readFileSync(join(data, "input", file), "utf8")
    assert.deepEqual(Buffer.from(canonicalJson(JSON.parse(input))), readFileSync(join(data, "output", file)))
  })

  test("the page lists these files as the same in JCS", () => {
    const listed = Array.from(page.matchAll(/^\| `(\w+\.json)` .*\| yes +\|$/gm), ([, file]) => file)
    assert.deepEqual(listed, files)
  })
})

/** The rules of RFC 8785, written out. */
const jcs = (value: Json): string => {
  if (typeof value !== "object" || value === null) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(jcs).join(",")}]`
  const members = Object.entries(value).toSorted(([a], [b]) => byCodeUnit(a, b))
  return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${jcs(member)}`).join(",")}}`
}

const byCodeUnit = (a: string, b: string): number => {
  const at = Array.from({ length: a.length }, (_, i) => i).find((i) => a.charCodeAt(i) !== b.charCodeAt(i))
  return at === undefined || at >= b.length ? a.length - b.length : a.charCodeAt(at) - b.charCodeAt(at)
}

test("any JSON is written by the rules of JCS", () => {
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: "binary" }), (value) => {
      assert.equal(canonicalJson(value as Json), jcs(value as Json))
    })
  )
})

describe("input that JCS refuses", () => {
  test("half of a surrogate pair is written as an escape", () => {
    assert.equal(canonicalJson(JSON.parse(String.raw`["\ud800"]`)), String.raw`["\ud800"]`)
  })

  test("an infinite number is written as null", () => {
    assert.equal(canonicalJson(JSON.parse("[1e400]")), "[null]")
  })

  test("the last value of a repeated key is used", () => {
    assert.equal(canonicalJson(JSON.parse('{"a":1,"a":2}')), '{"a":2}')
  })

  test("an integer beyond 2^53 is the nearest double", () => {
    assert.equal(canonicalJson(JSON.parse("[9007199254740993]")), "[9007199254740992]")
  })
})
