import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import { Model } from "../../../src/language/dsl/model.ts"
import { providers, recordForModel, recordOf } from "../../../src/edges/providers/providers.ts"
import { kinds } from "./asking.ts"

describe("the records of providers", () => {
  test("differ in kind, and each adds functions to Model that no other adds", () => {
    assert.equal(new Set(providers.map(({ kind }) => kind)).size, providers.length)
    const names = providers.flatMap(({ constructors }) => Object.keys(constructors))
    assert.deepEqual(Object.keys(Model), [...new Set(names)])
    assert.ok(providers.every(({ constructors }) => Object.keys(constructors).length > 0))
  })

  test("are found for what their functions of Model return", () => {
    const local = { baseUrl: "http://127.0.0.1:1/v1", model: "llama-4" }
    const choices = [
      Model.anthropic("mine"),
      Model.openai("mine"),
      Model.openaiCompatible(local),
      Model.openaiCompatible({ ...local, apiKeyEnv: "LOCAL_KEY" })
    ]
    assert.deepEqual(
      choices.map(({ provider }) => provider && recordOf(provider)?.kind),
      ["anthropic", "openai", "openai_compatible", "openai_compatible"]
    )
  })

  test("are not found for an unknown kind, a missing field or a field too many", () => {
    assert.equal(recordOf({ kind: "driver" }), undefined)
    assert.equal(recordOf({ kind: "constructor" }), undefined)
    assert.equal(recordOf({ kind: "openai_compatible" }), undefined)
    assert.equal(recordOf({ kind: "anthropic", base_url: "http://127.0.0.1" }), undefined)
    assert.equal(recordOf({ kind: "anthropic", constructor: "" }), undefined)
    assert.equal(recordOf({ kind: "openai_compatible", base_url: 1 as never }), undefined)
  })

  test("are asked over HTTP in the tests of answers, but for those that answer in this process", () => {
    const inProcess = new Set(["ai_sdk", "custom"])
    assert.deepEqual(
      providers.map(({ kind }) => kind).filter((kind) => !inProcess.has(kind)),
      kinds
    )
  })

  test("load code that asks a model", async () => {
    for (const { ask } of providers) assert.equal(typeof (await ask()).ask, "function")
  })
})

describe("the provider of a model's name", () => {
  test.each([
    ["claude-sonnet-4-5", "anthropic"],
    ["gpt-5.2", "openai"],
    ["chatgpt-4o-latest", "openai"],
    ["codex-mini", "openai"],
    ["o3", "openai"],
    ["llama-4", undefined],
    ["my-claude-model", undefined],
    ["opus", undefined],
    ["", undefined]
  ])("of %p is %p", (model, kind) => {
    assert.equal(recordForModel(model)?.kind, kind)
  })
})
