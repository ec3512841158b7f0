import { test } from "bun:test"
import assert from "node:assert/strict"
import { knowsPath } from "../../../../src/language/gates/offered/argumentPaths.ts"
import { parsePath } from "../../../../src/language/metrics/resolveTarget.ts"
import { doubled } from "../../metrics/doubled.ts"

const known = (schema: Parameters<typeof knowsPath>[0], path: string): boolean =>
  knowsPath(schema, parsePath(path) ?? assert.fail())

test("a schema that is referred to twice at each of many levels is read once", () => {
  const city = { type: "object", properties: { city: { type: "string" } } }
  for (const applied of ["allOf", "anyOf", "oneOf"]) {
    const schema = doubled(city, 45, (one) => ({ [applied]: [one, one] }))
    assert.equal(known(schema, "city"), true)
    assert.equal(known(schema, "town"), false)
  }
  const nested = doubled(city, 45, (one) => ({ allOf: [one, one], properties: { of: one } }))
  assert.equal(known(nested, "of.of.of.city"), true)
  assert.equal(known(nested, "of.of.of.town"), false)
})

test("a schema that only refers to itself takes any path", () => {
  assert.equal(known({ $ref: "#" }, "city"), true)
  assert.equal(known({ allOf: [{ $ref: "#" }, { $ref: "#" }] }, "city"), true)
})

test("a schema that contains itself is known at every depth", () => {
  const tree = { type: "object", properties: { name: {}, children: { type: "array", items: { $ref: "#" } } } }
  assert.equal(known(tree, "children[*].children[0].name"), true)
  assert.equal(known(tree, "children[*].children[0].nam"), false)
})
