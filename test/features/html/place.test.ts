import { test } from "bun:test"
import assert from "node:assert/strict"
import * as fc from "fast-check"
import { contentsOf } from "../../../src/features/html/Overview.ts"
import { linkTo, placeOf } from "../../../src/features/html/page/place.ts"
import { cell, report, suite } from "../../edges/report/sample.ts"

const ids = fc.uniqueArray(
  fc.array(
    fc.string({ unit: "binary", minLength: 1 }).map((part) => part.replaceAll("/", "-")),
    { minLength: 3, maxLength: 3 }
  ),
  { minLength: 1, maxLength: 6, selector: (parts) => parts.join("/") }
)

test("an address leads back to its cell and its run, whatever the names and their order", () => {
  fc.assert(
    fc.property(ids, fc.nat(10_000), (all, run) => {
      const entries = all.map((parts) => ({ address: parts.join("/") }))
      for (const [at, { address }] of entries.entries()) {
        assert.deepEqual(placeOf(linkTo(address), entries), { at })
        assert.deepEqual(placeOf(linkTo(address, run), entries), { at, run })
        const turned = entries.toReversed()
        assert.deepEqual(placeOf(linkTo(address, run), turned), {
          at: turned.findIndex((one) => one.address === address),
          run
        })
      }
    })
  )
})

test("any other address leads to a message", () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const place = placeOf(`#${text}`, [{ address: "a/b/c" }])
      assert.ok("missing" in place || text === "" || text.startsWith("/a/b/c"))
    })
  )
})

test("a report without a cell has a message", () => {
  assert.deepEqual(placeOf("", []), { missing: "This report has no cell." })
})

test("cells with the same id have addresses of their own", () => {
  const twice = report(suite({ cells: [cell({ id: "a/b/c" }), cell({ id: "a/b/c" })] }))
  assert.deepEqual(
    contentsOf(twice).entries.map(({ entry }) => entry.address),
    ["a/b/c", "a/b/c~2"]
  )
})
