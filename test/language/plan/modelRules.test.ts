/**
 * Options and labels of models: what a plan keeps of them, and what it refuses.
 */
import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import { agent, Model, type ModelChoice, suite } from "passhat"
import { fingerprint } from "../../../src/base/domain/plan/fingerprint.ts"
import { compiledOf, issuesOf } from "../../suites.ts"
import { weather } from "../../types/servers.ts"

const suiteOn = (...models: ReadonlyArray<string | ModelChoice>) =>
  suite("weather", agent("asks", { models, servers: [weather], prompt: "p" }))
const cellsOn = (...models: ReadonlyArray<string | ModelChoice>) => compiledOf(suiteOn(...models)).plan.cells
const problemsOf = (...models: ReadonlyArray<string | ModelChoice>) =>
  issuesOf(suiteOn(...models)).map(({ hint, message }) => `${message} ${hint}`)

/** `any`, since none of these compiles. */
type Untyped = any
const untyped: Untyped = Model

const local = { baseUrl: "http://127.0.0.1:1/v1", model: "llama-4" }
const gemini = {
  specificationVersion: "v3" as const,
  provider: "google.generative-ai",
  modelId: "gemini-3-pro",
  doGenerate: async () => ({ content: [] })
}

describe("a model without options", () => {
  test("has the fingerprint that it had before there were options", () => {
    const [byName] = cellsOn("claude-sonnet-4-5")
    const [byModel] = cellsOn(Model.anthropic("claude-sonnet-4-5"))
    const [empty] = cellsOn(Model.anthropic("claude-sonnet-4-5", {}))
    assert.ok(byName !== undefined && !("model_options" in byName.behaviour))
    assert.deepEqual([byModel?.fingerprint, empty?.fingerprint], [byName.fingerprint, byName.fingerprint])
  })
})

describe("the options of a model", () => {
  test("are in its plan and its fingerprint, and of headers only the names", () => {
    const [cell] = cellsOn(
      Model.anthropic("claude-sonnet-4-5", {
        thinking: 4_000,
        reasoningEffort: "high",
        toolChoice: weather.tools.get_weather,
        topP: 0.9,
        cache: true,
        headers: { "X-Team": "a-secret", Authorization: "Bearer b-secret" },
        body: { metadata: { user_id: "u" } }
      })
    )
    assert.deepEqual(cell?.behaviour.model_options, {
      thinking: 4_000,
      reasoning_effort: "high",
      tool_choice: { server: "weather", name: "get_weather" },
      top_p: 0.9,
      cache: true,
      headers: ["authorization", "x-team"],
      body: { metadata: { user_id: "u" } }
    })
    assert.equal(cell.fingerprint, fingerprint(cell.behaviour))
    assert.ok(!JSON.stringify(cell).includes("secret"))
  })

  test("change the fingerprint, each of them", () => {
    const prints = [
      {},
      { seed: 1 },
      { seed: 2 },
      { topP: 1 },
      { toolChoice: "required" as const },
      { body: { a: 1 } }
    ].map((options) => cellsOn(Model.openaiCompatible({ ...local, ...options }))[0]?.fingerprint)
    assert.equal(new Set(prints).size, prints.length)
  })

  test.each([
    [untyped.anthropic("claude-m", { seed: 7 }), /claude-m has no option seed\. It has label, thinking, /],
    [untyped.openai("gpt-5", { thinking: 7 }), /gpt-5 has no option thinking\. It has label, reasoningEffort, /],
    [untyped.openaiCompatible({ ...local, cache: true }), /llama-4 has no option cache\. /],
    [untyped.custom("mine", async () => "", { topP: 1 }), /mine has no option topP\. It has label, version\.$/],
    [Model.anthropic("claude-m", { topP: 2 }), /topP of claude-m is 2\. Give it a number from 0 to 1\.$/],
    [Model.anthropic("claude-m", { topP: Number.NaN }), /topP of claude-m is null\. /],
    [
      Model.anthropic("claude-m", { thinking: 4_096 }),
      /thinking of claude-m is 4096\. Give it .* less than maxTokens\.$/
    ],
    [Model.openaiCompatible({ ...local, seed: 0.5 }), /seed of llama-4 is 0\.5\. Give it a whole number\.$/],
    [untyped.openai("gpt-5", { reasoningEffort: "huge" }), /reasoningEffort of gpt-5 is "huge"\. Give it "none", /],
    [
      untyped.anthropic("claude-m", { headers: { a: 1 } }),
      /headers of claude-m is an object .*\. Give it an object of texts\.$/
    ],
    [
      Model.anthropic("claude-m", { toolChoice: { server: "mail", name: "send" } }),
      /toolChoice of claude-m .* a tool of/
    ],
    [Model.anthropic("claude-m", { label: " " }), /label of claude-m is " "\. Give it a text\.$/]
  ])("that a provider does not know, or cannot have, are refused by the plan: %#", (choice: ModelChoice, said) => {
    const [problem = "", ...more] = problemsOf(choice)
    assert.match(problem, said)
    assert.deepEqual(more, [])
  })
})

describe("a label", () => {
  test("makes two cells of one model, with recordings of their own", () => {
    const cells = cellsOn(Model.openaiCompatible(local), Model.openaiCompatible({ ...local, label: "second site" }))
    assert.deepEqual(
      cells.map(({ id, model, name }) => [id, model, name]),
      [
        ["weather/asks/llama-4", "llama-4", "asks [llama-4]"],
        ["weather/asks/llama-4-second-site", "llama-4 (second site)", "asks [llama-4 (second site)]"]
      ]
    )
    assert.ok(cells.every(({ behaviour }) => behaviour.model === "llama-4"))
    assert.equal(new Set(cells.map((cell) => cell.fingerprint)).size, 2)
  })

  test("is what a suite needs that has one model twice", () => {
    const [problem] = problemsOf(Model.openaiCompatible(local), Model.openaiCompatible(local))
    assert.match(problem ?? "", /would share the cassette .* or a label/)
  })
})

describe("a language model of the AI SDK", () => {
  test("is planned by its provider and its id", () => {
    const [cell] = cellsOn(Model.aiSdk(gemini, { label: "pro", providerOptions: { google: { thinkingBudget: 7 } } }))
    assert.deepEqual(cell?.provider, { kind: "ai_sdk", provider: "google.generative-ai" })
    assert.equal(cell.behaviour.model, "gemini-3-pro")
    assert.deepEqual(cell.behaviour.model_options, {
      label: "pro",
      provider: "google.generative-ai",
      provider_options: { google: { thinkingBudget: 7 } }
    })
  })

  test.each([
    ["gpt-5"],
    [undefined],
    [{}],
    [{ ...gemini, specificationVersion: "v2" }],
    [{ ...gemini, doGenerate: undefined }],
    [{ ...gemini, modelId: "" }],
    [{ ...gemini, maxImagesPerCall: 1 }]
  ])("is not %j, and the plan says so in the compiler's words", (model: Untyped) => {
    assert.deepEqual(problemsOf(untyped.aiSdk(model)), [
      'Suite "weather", agent "asks": Model.aiSdk needs a language model of the AI SDK, with specificationVersion v3 or v4, ' +
        'provider, modelId and doGenerate. Give it what a package of the AI SDK makes: Model.aiSdk(google("gemini-3-pro")).'
    ])
  })

  test("of version 3 takes no reasoningEffort", () => {
    const [problem] = problemsOf(untyped.aiSdk(gemini, { reasoningEffort: "low" }))
    assert.match(problem ?? "", /a model of the AI SDK of version 3 does not take it\. .* providerOptions\.$/)
  })
})

test("Model.custom needs a function", () => {
  assert.match(problemsOf(untyped.custom("mine", "text"))[0] ?? "", /Model\.custom needs a function that answers\. /)
})
