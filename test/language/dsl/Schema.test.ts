import { test } from "bun:test"
import assert from "node:assert/strict"
import * as Whole from "effect/Schema"
import { Schema } from "passhat/schema"
import { Schema as Shared } from "../../../src/effect.ts"

test("every member of passhat's Schema is the same member of effect's Schema", () => {
  const whole = new Map<string, unknown>(Object.entries(Whole))
  const members = Object.entries(Schema)
  assert.ok(members.length > 100)
  for (const [name, member] of members) assert.equal(member, whole.get(name), name)
})

test("passhat/effect has every member of effect's Schema", () => {
  assert.deepEqual(Object.keys(Shared), Object.keys(Whole))
})
