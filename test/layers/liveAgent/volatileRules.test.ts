import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import type { Json } from "../../../src/domain/Json.ts"
import { exchangePool } from "../../../src/layers/liveAgent/exchangePool.ts"

/** As the environment of Claude Code is told to its model. */
const claude = (changes: {
  sign?: string
  cwd?: string
  day?: string
  user?: string
  prompt?: string
  git?: string
}): Json => ({
  metadata: { user_id: changes.user ?? "user_1_session_a" },
  system: [
    { type: "text", text: changes.sign ?? "You are Claude Code, Anthropic's official CLI for Claude." },
    {
      type: "text",
      text: `${changes.prompt ?? "Be brief."}\n<env>\nWorking directory: ${changes.cwd ?? "/projects/a"}\nPlatform: linux\nToday's date: ${changes.day ?? "2026-11-17"}\n</env>\n\ngitStatus: ${changes.git ?? "clean"}`
    }
  ]
})

const areEqual = (before: Json, after: Json): boolean => {
  const request = { api: "anthropic", method: "POST", path: "v1/messages" }
  const pool = exchangePool([{ ...request, request: { json: before }, headers: {}, answer: {} }], [])
  return !("asked" in pool.take({ ...request, request: { json: after } }))
}

describe("what a framework sends of its own", () => {
  test.each([{ cwd: "/projects/b" }, { day: "2027-01-02" }, { user: "user_2_session_b" }, { git: "M a.ts\nM b.ts" }])(
    "is left out of its requests: %j",
    (changes) => {
      assert.ok(areEqual(claude({}), claude(changes)))
    }
  )

  test("leaves the prompt of the agent in", () => {
    assert.ok(!areEqual(claude({}), claude({ prompt: "Be long." })))
  })

  const other = { sign: "You are a travel agent." }
  test.each([{ cwd: "/projects/b" }, { day: "2027-01-02" }, { user: "user_2_session_b" }])(
    "is compared in the requests of others, where it may be meant: %j",
    (changes) => {
      assert.ok(areEqual(claude(other), claude(other)))
      assert.ok(!areEqual(claude(other), claude({ ...other, ...changes })))
    }
  )

  test("is the ids of calls of Pydantic AI", () => {
    const call = (id: string): Json => ({ messages: [{ tool_call_id: `pyd_ai_${id.repeat(32)}` }] })
    assert.ok(areEqual(call("a"), call("b")))
  })
})
