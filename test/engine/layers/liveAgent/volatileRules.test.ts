import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import type { Json } from "../../../../src/base/domain/Json.ts"
import { exchangePool } from "../../../../src/engine/layers/liveAgent/exchangePool.ts"

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
  const other = { sign: "You are a travel agent." }

  test.each([{ cwd: "/projects/b" }, { day: "2027-01-02" }, { user: "user_2_session_b" }, { git: "M a.ts\nM b.ts" }])(
    "is left out of its requests: %j",
    (changes) => {
      assert.ok(areEqual(claude({}), claude(changes)))
    }
  )

  /** Of requests of the Claude Agent SDK 0.3.325: what one session, subagent or folder says, and another. */
  const texts: ReadonlyArray<readonly [string, string, string]> = [
    [
      "the state of the repository",
      "<system-reminder>\n# gitStatus\nCurrent branch: one\n\nStatus:\n?? a\n\nClaude Code attached this.\n</system-reminder>",
      "<system-reminder>\n# gitStatus\nCurrent branch: two\n\nStatus:\n(clean)\n\nClaude Code attached this.\n</system-reminder>"
    ],
    [
      "its memory",
      "a memory system at `/tmp/a/.claude/projects/-project-a/memory/`. Write",
      "a memory system at `/tmp/b/projects/-project-b/memory/`. Write"
    ],
    [
      "results that it keeps in files",
      "Full output saved to: /tmp/a/.claude/projects/-a/c965-33d8/tool-results/bg70yf7y6.txt\n\nPreview",
      "Full output saved to: /tmp/b/.claude/projects/-b/d4e2-b60e/tool-results/b1x2y3z4q.txt\n\nPreview"
    ],
    [
      "a subagent",
      "agentId: a109912b (use SendMessage with to: 'a109912b')\n<usage>tokens: 110\nduration_ms: 954</usage>",
      "agentId: f00d77aa (use SendMessage with to: 'f00d77aa')\n<usage>tokens: 110\nduration_ms: 12</usage>"
    ],
    [
      "a command",
      "Command running in background with ID: b0hz5sszm. See",
      "Command running in background with ID: bx1. See"
    ]
  ]
  test.each(texts)("is left out of its texts: %s", (_, before, after) => {
    assert.ok(areEqual(claude({ prompt: before }), claude({ prompt: after })))
    assert.ok(!areEqual(claude({ prompt: before }), claude({ prompt: `${after} Be long.` })))
    assert.ok(!areEqual(claude({ ...other, prompt: before }), claude({ ...other, prompt: after })))
  })

  test("is what it adds to the result that came last, whichever that is", () => {
    const reminder = "\n\n<system-reminder>\n<total_tokens>100 tokens left</total_tokens>\n</system-reminder>"
    const use = (id: string): Json => ({ type: "tool_use", id, name: "look", input: {} })
    const result = (id: string, isLast: boolean): Json => ({
      type: "tool_result",
      tool_use_id: id,
      content: `of ${id}${isLast ? reminder : ""}`,
      ...(isLast && { cache_control: { type: "ephemeral" } })
    })
    const ended = (first: string, last: string): Json => ({
      ...(claude({}) as object),
      messages: [
        { role: "assistant", content: [use("a"), use("b")] },
        { role: "user", content: [result(first, false), result(last, true)] }
      ]
    })
    assert.ok(areEqual(ended("a", "b"), ended("b", "a")))
    assert.ok(!areEqual(ended("a", "b"), ended("a", "a")))
  })

  test("leaves the prompt of the agent in", () => {
    assert.ok(!areEqual(claude({}), claude({ prompt: "Be long." })))
  })

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
