/**
 * Exchanges that other projects recorded with the real APIs, served on the loopback interface and read by the real SDKs.
 */
import { afterAll, beforeAll, describe, test } from "bun:test"
import assert from "node:assert/strict"
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type { AskedCall, ModelAnswer } from "../../../src/base/domain/recording/Cassette.ts"
import type { Json, JsonObject } from "../../../src/base/domain/Json.ts"
import { ProviderState } from "../../../src/edges/providers/wire/history.ts"
import { serve, type Server } from "../../standin/serve.ts"
import { answerTo, ask, cellOf, failureOf, hello, type Kind } from "./asking.ts"

const folder = join(import.meta.dirname, "../../../../shared/data/wire")

interface Exchange {
  readonly title: string
  readonly kind: Kind
  readonly stream: boolean
  readonly response: Recorded
  readonly expected: Expected
}

/** The format of the files. */
interface Interaction {
  readonly request: { readonly url: string; readonly body?: { readonly stream?: boolean } } | null
  readonly response: Recorded
  readonly expected: Expected
}

interface Recorded {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly json?: Json
  readonly text?: string
}

interface Expected {
  readonly api?: string
  readonly error?: boolean | { readonly code: string; readonly message: string }
  readonly status?: number | string
  readonly type?: string
  readonly code?: string | null
  readonly message?: string
  readonly body?: { readonly code: string; readonly message: string }
  readonly retryable?: boolean
  readonly retry_after?: string | null
  readonly stop_reason?: string
  readonly incomplete_details?: { readonly reason: string } | null
  readonly text?: string
  readonly tool_calls?: ReadonlyArray<ExpectedCall>
  readonly block_types?: ReadonlyArray<string>
  readonly output_types?: ReadonlyArray<string>
  readonly usage?: Readonly<Record<string, unknown>>
}

interface ExpectedCall {
  readonly kind: string
  readonly id: string
  readonly name: string
  readonly args: JsonObject
  readonly caller?: JsonObject
  readonly server?: string
}

const read = (file: string) => JSON.parse(readFileSync(join(folder, file), "utf8"))

const kindOf = (id: string, url: string, api: string): Kind => {
  if (id.startsWith("anthropic")) return "anthropic"
  return api === "openai.chat" || api === "other" || /chat/.test(`${id} ${url}`) ? "openai_compatible" : "openai"
}

const exchanges: ReadonlyArray<Exchange> = existsSync(folder)
  ? read("manifest.json").fixtures.flatMap(({ file, id }: { readonly file: string; readonly id: string }) =>
      read(file).interactions.map((one: Interaction, at: number): Exchange => ({
        title: `${id} #${at + 1}`,
        kind: kindOf(id, one.request?.url ?? "", one.expected.api ?? ""),
        stream: one.request?.body?.stream ?? one.response.text !== undefined,
        response: one.response,
        expected: one.expected
      }))
    )
  : []

/** What belongs to the recorded connection, not to the answer. */
const ofTheConnection = /^(?:connection|content-length|content-encoding|transfer-encoding)$/

const replyOf = ({ headers, json, status, text }: Recorded) => ({
  status,
  headers: {
    "content-type": text === undefined ? "application/json" : "text/event-stream",
    ...Object.fromEntries(Object.entries(headers).filter(([name]) => !ofTheConnection.test(name)))
  },
  chunks: [text ?? JSON.stringify(json)]
})

describe.if(exchanges.length > 0)("an exchange recorded with a real API", () => {
  let current: Recorded
  let server: Server
  beforeAll(async () => {
    server = await serve(() => replyOf(current))
  })
  afterAll(() => server.close())

  const put = ({ kind, response, stream }: Exchange) => {
    current = response
    return { kind, stream, url: server.url }
  }
  const answers = exchanges.filter(({ expected }) => expected.error === undefined && expected.api !== "other")
  const errors = exchanges.filter(({ expected }) => expected.error !== undefined)
  const foreign = exchanges.filter(({ expected }) => expected.api === "other")

  test.each(answers.map((one) => [one.title, one] as const))("gives its text, calls and tokens: %s", async (_, one) => {
    const answer = await answerTo(put(one))
    const { calls, ran } = expectedCalls(one.expected)
    assert.equal(answer.text, one.expected.text)
    assert.equal(answer.stop_reason, stopReason(one.expected))
    assert.deepEqual(answer.calls, calls)
    assert.deepEqual(answer.ran?.calls ?? [], ran)
    assert.deepEqual(answer.usage, usage(one.expected))
    const { headers, json, text } = one.response
    assert.equal(answer.request_id, headers["x-request-id"] ?? headers["request-id"])
    const [, snapshot] = /"model": ?"([^"]+)"/.exec(text ?? JSON.stringify(json)) ?? []
    assert.ok(answer.model === snapshot || (answer.model === undefined && snapshot === cellOf(one.kind, "").model))
  })

  test.each(answers.map((one) => [one.title, one] as const))("gives what ran at the provider: %s", async (_, one) => {
    const answer = await answerTo(put(one))
    const types = one.expected.block_types ?? one.expected.output_types ?? []
    const results = answer.ran?.results ?? []
    assert.equal(results.length, types.filter((type) => /_tool_result$|^mcp_call$/.test(type)).length)
    assert.ok(results.every(({ content, is_error }) => content.length > 0 && !is_error))
  })

  test.each(answers.map((one) => [one.title, one] as const))("is sent back unchanged: %s", async (_, one) => {
    const question = put(one)
    const answer = await answerTo(question)
    const results = answer.calls.map(({ id }) => ({ call_id: id, is_error: false, content: [], timed_out: false }))
    await answerTo({ ...question, messages: [hello, { role: "assistant", answer }, { role: "tools", results }] })
    const sent = conversation(server.requests.at(-1)?.body ?? {})
    const state = stateOf(answer)
    const expected = state === undefined ? answer.calls.map(({ id }) => id) : state.items
    assert.ok(expected.every((item) => contains(sent, item)))
  })

  test.each(errors.map((one) => [one.title, one] as const))("is never an answer: %s", async (_, one) => {
    const before = server.requests.length
    const { answer, waits } = await ask(put(one))
    assert.ok(Result.isFailure(answer))
    const { issue } = answer.failure
    assert.equal(issue.code, "INFRASTRUCTURE")
    assert.equal(server.requests.length - before, one.expected.retryable === true ? 5 : 1)
    const { expected } = one
    const said = typeof expected.error === "object" ? expected.error : (expected.body ?? expected)
    const words = [said.code ?? expected.type ?? "", (said.message ?? "").slice(0, 200).replace(/\.$/, "")]
    for (const word of words) assert.ok(issue.message.includes(word), issue.message)
    if (expected.status !== 200 && typeof expected.status === "number") {
      assert.ok(issue.message.includes(` answered ${expected.status} `), issue.message)
    }
    if (typeof expected.retry_after === "string") {
      const wanted = Number(expected.retry_after) * 1_000
      assert.ok(waits.every((wait) => wait >= wanted && wait <= wanted * 1.25))
    }
  })

  test.each(foreign.map((one) => [one.title, one] as const))(
    "of another API is never an answer: %s",
    async (_, one) => {
      const { issue } = await failureOf(put(one))
      assert.match(issue.message, /cannot be read: choices is absent\. It was asked 2 times\.$/)
    }
  )

  test("exists", () => {
    assert.deepEqual([answers.length > 50, errors.length, foreign.length], [true, 14, 2])
  })
})

if (exchanges.length === 0) test.skip(`no recorded exchanges: ${folder} is not there`, () => {})

const stateOf = ({ provider_state }: ModelAnswer): ProviderState | undefined =>
  provider_state === undefined ? undefined : Schema.decodeUnknownSync(ProviderState)(provider_state)

/** The recorded tools were not offered, so their calls have no server. */
const expectedCalls = ({ tool_calls = [] }: Expected) => {
  const isOurs = ({ kind }: ExpectedCall) => ["tool_use", "function_call", "function"].includes(kind)
  const asked = ({ args, caller, id, name, server = "" }: ExpectedCall): AskedCall => ({
    id,
    server,
    name,
    args,
    ...(caller !== undefined && caller.type !== "direct" && { caller })
  })
  return {
    calls: tool_calls.filter(isOurs).map(asked),
    ran: tool_calls.filter((one) => !isOurs(one)).map(asked)
  }
}

const stopReason = ({ api, stop_reason, tool_calls = [] }: Expected): string | undefined =>
  api === "anthropic.messages"
    ? stop_reason
    : tool_calls.some(({ kind }) => kind.startsWith("function"))
      ? "tool_use"
      : "end_turn"

const usage = ({ usage: counted = {} }: Expected) => ({
  input:
    Number(counted.input_tokens ?? counted.prompt_tokens) +
    Number(counted.cache_creation_input_tokens ?? 0) +
    Number(counted.cache_read_input_tokens ?? 0),
  output: Number(counted.output_tokens ?? counted.completion_tokens),
  ...known("cache_read", counted.cache_read_input_tokens ?? detail(counted, /^(?:input|prompt)_/, "cached_tokens")),
  ...known("cache_write", counted.cache_creation_input_tokens),
  ...known("reasoning", detail(counted, /^(?:output|completion)_/, "reasoning_tokens"))
})

const known = (name: string, count: unknown): object => (typeof count === "number" ? { [name]: count } : {})

const detail = (counted: Readonly<Record<string, unknown>>, side: RegExp, name: string): unknown => {
  const [, details] = Object.entries(counted).find(([key]) => side.test(key) && key.endsWith("_details")) ?? []
  return typeof details === "object" && details !== null && name in details ? Object(details)[name] : undefined
}

const conversation = (body: JsonObject): Json => body.messages ?? body.input ?? null

/** Whether a value is somewhere inside another. */
const contains = (whole: Json | undefined, part: Json): boolean =>
  Bun.deepEquals(whole, part) ||
  (typeof whole === "object" && whole !== null && Object.values(whole).some((one) => contains(one, part)))
