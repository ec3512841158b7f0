import { describe, test } from "bun:test"
import * as fc from "fast-check"
import assert from "node:assert/strict"
import type { Trace } from "../../../../src/base/domain/trace/Trace.ts"
import type { WireExchange } from "../../../../src/base/domain/recording/Wire.ts"
import { withCountedTokens } from "../../../../src/base/domain/recording/wireUsage.ts"
import { trace } from "../../../traces.ts"

interface Count {
  readonly input: number
  readonly output: number
}

const exchange = (text: string, changes: Partial<WireExchange> = {}): WireExchange => ({
  api: "openai",
  method: "POST",
  path: "v1/chat/completions",
  request: {},
  status: 200,
  headers: {},
  answer: { text },
  ...changes
})

const events = (...all: ReadonlyArray<unknown>): string => all.map((one) => `data: ${JSON.stringify(one)}\n\n`).join("")
const choice = { index: 0, delta: { content: "x" }, finish_reason: "stop" }

/** An answer with its usage, as each API sends it. */
const answers: Readonly<Record<string, (count: Count) => WireExchange>> = {
  "Anthropic's message": ({ input, output }) =>
    exchange(JSON.stringify({ type: "message", content: [], usage: { input_tokens: input, output_tokens: output } }), {
      api: "anthropic",
      path: "v1/messages?beta=true"
    }),
  "Anthropic's stream": ({ input, output }) =>
    exchange(
      events(
        { type: "message_start", message: { usage: { input_tokens: input, output_tokens: 1 } } },
        { type: "message_delta", delta: { stop_reason: "end_turn" }, usage: { output_tokens: output } },
        { type: "message_stop" }
      ),
      { api: "anthropic", path: "v1/messages" }
    ),
  "a chat completion": ({ input, output }) =>
    exchange(
      JSON.stringify({ choices: [{ message: {} }], usage: { prompt_tokens: input, completion_tokens: output } })
    ),
  "the stream of a chat completion": ({ input, output }) =>
    exchange(
      `${events({ choices: [choice] }, { choices: [], usage: { prompt_tokens: input, completion_tokens: output } })}data: [DONE]\n\n`
    ),
  "a response": ({ input, output }) =>
    exchange(
      JSON.stringify({ object: "response", output: [], usage: { input_tokens: input, output_tokens: output } }),
      { path: "v1/responses" }
    ),
  "the stream of a response": ({ input, output }) =>
    exchange(
      events(
        { type: "response.created", response: { object: "response", status: "in_progress" } },
        {
          type: "response.completed",
          response: { object: "response", status: "completed", usage: { input_tokens: input, output_tokens: output } }
        }
      ),
      { path: "v1/responses" }
    )
}

/** Exchanges that asked a model and do not tell what the answer needed. */
const unmeasured: Readonly<Record<string, WireExchange>> = {
  "an answer without usage": exchange(JSON.stringify({ choices: [{ message: {} }] })),
  "an answer with a usage of nothing": exchange(
    JSON.stringify({ choices: [], usage: { prompt_tokens: 0, completion_tokens: 0 } })
  ),
  "a stream without usage": exchange(events({ choices: [choice] })),
  "a stream that broke off": exchange(
    events({ type: "message_start", message: { usage: { input_tokens: 5, output_tokens: 1 } } }),
    { path: "v1/messages", cut: "agent" }
  ),
  "an answer of an unknown form": exchange("<html></html>"),
  "a request that was not answered": { ...exchange(""), status: undefined as never, cut: "provider" }
}

/** Exchanges that need no tokens. */
const unasked: Readonly<Record<string, WireExchange>> = {
  "a refusal": exchange(`{"type":"error"}`, { status: 529 }),
  "a list of models": exchange(`{"data":[]}`, { method: "GET", path: "v1/models" }),
  "a count of tokens": exchange(`{"input_tokens":12}`, { path: "v1/messages/count_tokens" })
}

const reporting = (count: Count | undefined): Trace =>
  trace({
    conversation: {
      turns: [],
      ...(count !== undefined && { tokens: { ...count, total: count.input + count.output } })
    },
    unreported: count === undefined ? ["tokens"] : []
  })

const tokensOf = (count: Count | undefined, ...exchanges: ReadonlyArray<WireExchange>) => {
  const { conversation, unreported } = withCountedTokens(reporting(count), exchanges)
  return {
    tokens: conversation.tokens?.total,
    reported: conversation.reported_tokens?.total,
    isUnreported: unreported?.includes("tokens")
  }
}

describe("the tokens of a user's own agent", () => {
  test.each(Object.entries(answers))("are those that %s carries", (_, answer) => {
    const exchanges = [answer({ input: 100, output: 10 }), answer({ input: 200, output: 20 })]
    assert.deepEqual(tokensOf({ input: 1, output: 1 }, ...exchanges), {
      tokens: 330,
      reported: 2,
      isUnreported: false
    })
    assert.deepEqual(tokensOf(undefined, ...exchanges), { tokens: 330, reported: undefined, isUnreported: false })
  })

  test("have cached input in them", () => {
    const usage = { input_tokens: 1, output_tokens: 2, cache_creation_input_tokens: 10, cache_read_input_tokens: 100 }
    const cached = exchange(JSON.stringify({ type: "message", usage }), { path: "v1/messages" })
    assert.equal(tokensOf(undefined, cached).tokens, 113)
  })

  test("are those that the agent reports if it asked no model through passhat", () => {
    const count = { input: 3, output: 4 }
    for (const exchanges of [[], Object.values(unasked)]) {
      assert.deepEqual(tokensOf(count, ...exchanges), { tokens: 7, reported: undefined, isUnreported: false })
    }
  })

  test.each(Object.entries(unmeasured))(
    "are never a part of them: with %s, the report of the agent counts",
    (_, one) => {
      const known = answers["a response"]!({ input: 100, output: 10 })
      assert.deepEqual(tokensOf(undefined, known, one), { tokens: undefined, reported: undefined, isUnreported: true })
      assert.deepEqual(tokensOf({ input: 150, output: 12 }, known, one), {
        tokens: 162,
        reported: undefined,
        isUnreported: false
      })
      assert.deepEqual(tokensOf({ input: 150, output: 9 }, known, one), {
        tokens: undefined,
        reported: 159,
        isUnreported: true
      })
    }
  )

  test("are never fewer than the exchanges carry, whatever the agent reports", () => {
    const count = fc.record({ input: fc.integer({ min: 1, max: 999 }), output: fc.integer({ min: 1, max: 999 }) })
    const asked = fc.array(fc.tuple(fc.constantFrom(...Object.values(answers)), count), { minLength: 1, maxLength: 4 })
    const others = fc.array(fc.constantFrom(...Object.values(unmeasured), ...Object.values(unasked)), { maxLength: 2 })
    fc.assert(
      fc.property(fc.option(count, { nil: undefined }), asked, others, (reported, made, more) => {
        const carried = made.reduce((sum, [, { input, output }]) => sum + input + output, 0)
        const { tokens } = tokensOf(reported, ...made.map(([answer, each]) => answer(each)), ...more)
        assert.ok(tokens === undefined || tokens >= carried, `${tokens} of ${carried}`)
        if (!more.some((one) => Object.values(unmeasured).includes(one))) assert.equal(tokens, carried)
      })
    )
  })
})
