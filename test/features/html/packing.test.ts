import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import * as fc from "fast-check"
import type { Json } from "../../../src/base/domain/Json.ts"
import { packer, unpacker } from "../../../src/features/html/packing.ts"
import { anyText } from "../../edges/report/hostile.ts"

const back = (values: ReadonlyArray<Json>): ReadonlyArray<Json> => {
  const { pack, table } = packer()
  const packed = JSON.parse(JSON.stringify(values.map(pack))) as ReadonlyArray<Json>
  return packed.map(unpacker(JSON.parse(JSON.stringify(table)) as ReadonlyArray<Json>))
}

describe("packed JSON", () => {
  test("any JSON reads back unchanged", () => {
    const text = fc.oneof(anyText, fc.constantFrom("~", "~0", "~~1", "~12 a text that is long enough", "__proto__"))
    const { json } = fc.letrec<{ json: Json }>((tie) => ({
      json: fc.oneof(
        { maxDepth: 4 },
        text,
        fc.integer(),
        fc.constantFrom(null, true),
        fc.array(tie("json"), { maxLength: 4 }),
        fc.dictionary(text, tie("json"), { maxKeys: 4 }).map((value) => ({ ...value }))
      )
    }))
    fc.assert(
      fc.property(fc.array(json, { maxLength: 4 }), (values) => {
        const plain = JSON.parse(JSON.stringify(values)) as ReadonlyArray<Json>
        assert.deepEqual(back(plain), plain)
      })
    )
  })

  test("repeated values are written once", () => {
    const { pack, table } = packer()
    const run = (index: number): Json => ({ index, said: "a long text that every run closes with" })
    const packed = [1, 2, 3].map((index) => JSON.stringify(pack(run(index))))
    assert.equal(table.filter((entry) => entry === "a long text that every run closes with").length, 1)
    assert.ok(packed.every((text) => text.length < 8))
  })

  test("the order of keys does not change the result", () => {
    const one = packer()
    one.pack({ first: "some text that is kept", second: "another text that is kept" })
    const other = packer()
    other.pack({ second: "another text that is kept", first: "some text that is kept" })
    assert.deepEqual(one.table, other.table)
  })
})
