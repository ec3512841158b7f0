import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import * as fc from "fast-check"
import type { OpenAI } from "openai"
import * as Result from "effect/Result"
import { readStream } from "../../../../src/edges/providers/openaiCompatible/ask.ts"

/** The completion, and its head. */
const completed = (chunks: ReadonlyArray<unknown>): unknown => Result.getOrThrow(readStream(chunks, false))
const head = { id: "chatcmpl-1", object: "chat.completion.chunk", created: 0, model: "m" }

type Delta = OpenAI.ChatCompletionChunk.Choice.Delta

const chunk = (delta: Delta, finish_reason: "stop" | null = null): OpenAI.ChatCompletionChunk => ({
  ...head,
  object: "chat.completion.chunk",
  choices: [{ index: 0, delta, finish_reason }]
})

/** The arguments of calls in single characters, mixed at random, each call's own in order. */
const interleaved = fc.array(fc.string({ minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 4 }).chain((texts) =>
  fc.record({
    texts: fc.constant(texts),
    order: fc.shuffledSubarray(
      texts.flatMap((text, index) => [...text].map((_, at) => ({ index, at }))),
      { minLength: texts.reduce((sum, text) => sum + [...text].length, 0) }
    )
  })
)

describe("a completion in chunks", () => {
  test("is the same however the pieces of its calls are mixed", () => {
    fc.assert(
      fc.property(interleaved, ({ order, texts }) => {
        const next = texts.map((text) => [...text][Symbol.iterator]())
        const begun = texts.map((_, index) => ({ index, id: `c${index}`, function: { name: "f", arguments: "" } }))
        const pieces = order.map(({ index }) => ({ index, function: { arguments: next[index]?.next().value ?? "" } }))
        const completion = completed([
          ...[...begun, ...pieces].map((one) => chunk({ tool_calls: [one] })),
          chunk({}, "stop")
        ])
        const calls = begun.map((one, index) => ({ ...one, function: { name: "f", arguments: texts[index] } }))
        assert.deepEqual(completion, {
          ...head,
          choices: [{ message: { tool_calls: calls }, finish_reason: "stop" }],
          usage: null
        })
      })
    )
  })

  test("keeps the id of a call whose later pieces have an empty one", () => {
    const piece = (id: string, text: string) => chunk({ tool_calls: [{ index: 0, id, function: { arguments: text } }] })
    const completion = completed([piece("c1", "{"), piece("", "}"), chunk({}, "stop")])
    assert.match(JSON.stringify(completion), /"id":"c1"/)
  })

  test("may leave out the index of its choice", () => {
    const [choice] = chunk({ content: "Warm." }, "stop").choices
    const bare = { ...chunk({}), choices: [{ ...choice, index: undefined }] } as unknown as OpenAI.ChatCompletionChunk
    assert.deepEqual(completed([bare]), {
      ...head,
      choices: [{ message: { content: "Warm." }, finish_reason: "stop" }],
      usage: null
    })
  })

  test("is none if the stream broke off", () => {
    const broken = readStream([chunk({ content: "War" })], false)
    assert.ok(Result.isFailure(broken))
    assert.equal(broken.failure.detail, "its stream ended before the answer did")
  })

  test("may have no finish_reason if the stream says that it is complete", () => {
    const whole = readStream([chunk({ content: "Warm." })], true)
    assert.match(JSON.stringify(Result.getOrThrow(whole)), /"Warm\.".*"finish_reason":null/)
  })

  test("has two calls where two ids come with one index, or with none", () => {
    const call = (id: string, index?: number) => ({
      id,
      ...(index !== undefined && { index }),
      function: { name: "f" }
    })
    for (const calls of [
      [call("a", 0), call("b", 0)],
      [call("a"), call("b")]
    ]) {
      const pieces = calls.map((one) => chunk({ tool_calls: [one as never] }))
      assert.match(JSON.stringify(completed([...pieces, chunk({}, "stop")])), /"id":"a".*"id":"b"/)
    }
  })
})
