import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import * as fc from "fast-check"
import { distinct } from "../../../../src/edges/report/text/distinct.ts"
import { clip, widthOf } from "../../../../src/edges/report/text/width.ts"
import { shorten } from "../../../../src/base/std/shorten.ts"

const at20 = (names: ReadonlyArray<string>) => distinct(names, (name) => clip(name, 20))

describe("names at twenty columns", () => {
  test("names that fit are as they are", () => assert.deepEqual(at20(["asks", "plans"]), ["asks", "plans"]))

  test("names that differ early are cut at the end", () => {
    assert.deepEqual(at20(["asks for a refund of one", "begs for a refund of one"]), [
      "asks for a refund...",
      "begs for a refund..."
    ])
  })

  test("names that differ late are cut in the middle", () => {
    assert.deepEqual(at20(["asks for a refund of one", "asks for a refund of two"]), [
      "asks for a ref...one",
      "asks for a ref...two"
    ])
  })

  test("a name that begins as another ends is shown whole if nothing else tells them apart", () => {
    const long = "asks for a refund of one and of another that is long"
    const longer = `${"asks for a refund of one and of anoth"}et that is long`
    const cut = at20([long, longer])
    assert.equal(new Set(cut).size, 2)
  })

  test("a name that is there twice is the same text twice", () => {
    assert.deepEqual(at20(["asks for a refund of one", "asks for a refund of one"]), [
      "asks for a refund...",
      "asks for a refund..."
    ])
  })
})

test("no two names become the same, whatever cuts them, and no name becomes longer", () => {
  const name = fc.string({ unit: fc.constantFrom("a", "b", "."), maxLength: 40 })
  const cuts = fc.constantFrom(
    (text: string) => clip(text, 8),
    (text: string) => clip(text, 20),
    (text: string) => shorten(text, 15),
    () => "x"
  )
  fc.assert(
    fc.property(fc.uniqueArray(name), cuts, (names, cut) => {
      const short = distinct(names, cut)
      assert.equal(new Set(short).size, names.length)
      for (const [at, text] of short.entries()) assert.ok(text === "x" || widthOf(text) <= widthOf(names[at] ?? ""))
    })
  )
})
