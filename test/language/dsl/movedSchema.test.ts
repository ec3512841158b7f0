import { test } from "bun:test"
import assert from "node:assert/strict"
import * as passhat from "passhat"
import { Schema } from "passhat/schema"
import * as shared from "../../../src/effect.ts"

test("an old import of Schema throws at its first use, with the new module", () => {
  const moved: object = passhat.Schema
  assert.throws(() => Reflect.get(moved, "Struct"), {
    name: "TypeError",
    message: 'Schema is no longer exported by passhat: take it from "passhat/schema"'
  })
  // @ts-expect-error the compiler says it as well
  assert.throws(() => passhat.Schema.String)
  assert.equal(Reflect.get(moved, Symbol.toStringTag), undefined)
})

test("passhat/schema and passhat/effect export Schema", () => {
  assert.equal(typeof Schema.Struct, "function")
  assert.equal(shared.Schema.Struct, Schema.Struct)
})
