import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import * as Schema from "effect/Schema"
import { isJson } from "../../../src/base/std/Json.ts"
import { Json } from "../../../src/base/domain/Json.ts"
import { values } from "../../values.ts"

describe("isJson", () => {
  const isOfSchema = Schema.is(Json)
  test.each(Object.keys(values))("agrees with the Schema on %s", (name) => {
    assert.equal(isJson(values[name]), isOfSchema(values[name]))
    assert.equal(isJson([values[name]]), isOfSchema([values[name]]))
    assert.equal(isJson({ a: values[name] }), isOfSchema({ a: values[name] }))
  })
})
