/**
 * Options of a model in the requests that its provider receives.
 */
import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import * as Effect from "effect/Effect"
import type { Json, JsonObject } from "../../../src/base/domain/Json.ts"
import type { Provider } from "../../../src/base/domain/plan/Plan.ts"
import { layer } from "../../../src/engine/layers/live/model.ts"
import { Model } from "../../../src/engine/services/Model.ts"
import type { Asked } from "../../standin/serve.ts"
import { startStandin } from "../../standin/standin.ts"
import { cellOf, hello, type Kind, kinds } from "./asking.ts"

const tools = [{ server: "files", name: "write", input_schema: { type: "object" } }]

const requestWith = async (
  kind: Kind,
  model_options: JsonObject,
  { environment = {}, offered = tools, provider = {} as Partial<Provider> } = {}
): Promise<Asked> => {
  const standin = await startStandin({ scripts: () => [{ turns: [{ text: "So:" }] }] })
  const { url } = standin
  const cell = cellOf(kind, url, { model_options })
  const codes = new Map([[cell.id, { headers: { "x-team": "mine" } }]])
  const asked = { ...cell, provider: { ...cell.provider, ...provider } as Provider }
  await Model.use((model) => model.ask({ cell: asked, run: 1, messages: [hello], tools: offered })).pipe(
    Effect.provide(
      layer({ ANTHROPIC_BASE_URL: url, OPENAI_BASE_URL: `${url}/v1`, LOCAL_KEY: "k-1", ...environment }, { codes })
    ),
    Effect.runPromise
  )
  await standin.close()
  const [request, ...more] = standin.requests
  assert.equal(more.length, 0)
  return request ?? assert.fail("a request was sent")
}

describe("an option of a model", () => {
  const chosen = { server: "files", name: "write" }
  const sent: ReadonlyArray<readonly [Kind, JsonObject, JsonObject]> = [
    ["anthropic", { thinking: 2_000 }, { thinking: { type: "enabled", budget_tokens: 2_000 } }],
    ["anthropic", { reasoning_effort: "high" }, { output_config: { effort: "high" } }],
    ["anthropic", { cache: true }, { cache_control: { type: "ephemeral" } }],
    ["anthropic", { tool_choice: "required" }, { tool_choice: { type: "any" } }],
    ["anthropic", { tool_choice: "none" }, { tool_choice: { type: "none" } }],
    ["anthropic", { tool_choice: chosen }, { tool_choice: { type: "tool", name: "files__write" } }],
    ["openai", { reasoning_effort: "low" }, { reasoning: { effort: "low" } }],
    ["openai", { cache_key: "suite" }, { prompt_cache_key: "suite" }],
    ["openai", { tool_choice: "required" }, { tool_choice: "required" }],
    ["openai", { tool_choice: chosen }, { tool_choice: { type: "function", name: "files__write" } }],
    ["openai_compatible", { reasoning_effort: "low", seed: 7 }, { reasoning_effort: "low", seed: 7 }],
    ["openai_compatible", { tool_choice: "auto" }, { tool_choice: "auto" }],
    [
      "openai_compatible",
      { tool_choice: chosen },
      { tool_choice: { type: "function", function: { name: "files__write" } } }
    ],
    ["openai_compatible", { stream: true }, { stream: true, stream_options: { include_usage: true } }],
    ...kinds.flatMap((kind): ReadonlyArray<readonly [Kind, JsonObject, JsonObject]> => [
      [kind, { top_p: 0.9 }, { top_p: 0.9 }],
      [kind, { body: { metadata: { a: "b" } } }, { metadata: { a: "b" } }]
    ])
  ]
  test.each(sent)("%s: %j is in its requests", async (kind, options, expected) => {
    const [plain, { body }] = await Promise.all([requestWith(kind, {}), requestWith(kind, options)])
    const members = (names: JsonObject, from: JsonObject): Record<string, Json | undefined> =>
      Object.fromEntries(Object.keys(names).map((name) => [name, from[name]]))
    assert.deepEqual(members(expected, body), expected)
    assert.ok(Object.keys(expected).every((name) => plain.body[name] === undefined))
  })

  test.each(kinds)("%s: which tool to call is not said where no tools are offered", async (kind) => {
    const { body } = await requestWith(kind, { tool_choice: "required" }, { offered: [] })
    assert.equal(body.tool_choice, undefined)
  })

  test.each(kinds)("%s: headers are sent", async (kind) => {
    const { headers } = await requestWith(kind, { headers: ["x-team"] })
    assert.equal(headers["x-team"], "mine")
  })
})

describe("a server like Azure's", () => {
  test("gets its key in a header of its own, and its query behind the path", async () => {
    const standin = await requestWith("openai_compatible", {}, { provider: { api_key_header: "api-key" } })
    assert.deepEqual([standin.headers["api-key"], standin.headers.authorization], ["k-1", undefined])
    const { headers } = await requestWith("openai_compatible", {})
    assert.deepEqual([headers["api-key"], headers.authorization], [undefined, "Bearer k-1"])
  })
})
