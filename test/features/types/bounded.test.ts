/**
 * The work of reading a schema that a server lists is bounded.
 */
import { test } from "bun:test"
import assert from "node:assert/strict"
import { firstTool } from "../../../src/features/init/firstTool.ts"
import { catalogueSource } from "../../../src/features/types/catalogueSource.ts"
import { isReadable } from "../../../src/features/types/definitionsOf.ts"
import { follow } from "../../../src/features/types/pointer.ts"
import type { Json, JsonObject } from "../../../src/base/domain/Json.ts"
import { doubledDefinitions } from "../../language/metrics/doubled.ts"

const city = { type: "object", properties: { city: { type: "string" } }, required: ["city"] }
const tool = (input_schema: JsonObject) => ({ server: "s", name: "find", input_schema })
const sourceOf = (schema: JsonObject): string =>
  catalogueSource("s", { url: "https://example.com" }, { tools: [tool(schema)] })

const holding = (levels: number, twice?: (one: Json) => JsonObject): JsonObject => ({
  type: "object",
  properties: { a: { $ref: `#/$defs/a${levels}` } },
  $defs: doubledDefinitions(city, levels, twice)
})

/** Each level merges two schemas with the same two properties: 2 to the power of levels of them. */
const properties = (one: Json): JsonObject => {
  const part = { properties: { x: one, y: one } }
  return { allOf: [part, { ...part, required: ["x"] }] }
}

test("schemas that combine the same one twice at each of 60 levels have the type of that one", () => {
  const schema = holding(60)
  assert.ok(isReadable(tool(schema)))
  assert.match(sourceOf(schema), /interface A60 \{\n {2}readonly city: string\n\}/)
})

test("schemas whose types double at each level are read to a bound, and are not readable beyond it", () => {
  assert.ok(isReadable(tool(holding(4, properties))))
  assert.ok(!isReadable(tool(holding(40, properties))))
})

test("a chain of a ten thousand references is followed to its end, and one in a circle is not", () => {
  const $defs = Object.fromEntries(
    Array.from({ length: 10_000 }, (_, at) => [`a${at}`, at === 9_999 ? city : { $ref: `#/$defs/a${at + 1}` }])
  )
  assert.deepEqual(follow({ $defs }, "#/$defs/a0"), { pointer: "#/$defs/a9999", schema: city })
  assert.equal(follow({ $defs: { a: { $ref: "#/$defs/b" }, b: { $ref: "#/$defs/a" } } }, "#/$defs/a"), undefined)
})

test("arguments that double at each level are not guessed", () => {
  const wide = Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`p${at}`, { $ref: "#" }]))
  const schema = { type: "object", properties: wide, required: Object.keys(wide) }
  assert.deepEqual(firstTool([tool(schema)])?.args, {})
})
