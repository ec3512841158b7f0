/**
 * The messages that a user gets if a provider cannot be reached or does not answer.
 */
import { describe, test } from "bun:test"
import { spawnSync } from "node:child_process"
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Effect from "effect/Effect"
import assert from "node:assert/strict"
import type { Provider } from "../../../src/base/domain/plan/Plan.ts"
import { layer } from "../../../src/engine/layers/live/model.ts"
import { Model } from "../../../src/engine/services/Model.ts"
import { serve } from "../../standin/serve.ts"
import { cellOf, failureOf, hello, type Kind } from "./asking.ts"

const askedWith = (provider: Provider, environment: Readonly<Record<string, string>>): Promise<string> =>
  Model.use((model) =>
    model.ask({ cell: { ...cellOf("anthropic", ""), provider }, run: 1, messages: [hello], tools: [] })
  ).pipe(
    Effect.flip,
    Effect.map(({ message }) => message),
    Effect.provide(layer(environment)),
    Effect.runPromise
  )

describe("a model without a key", () => {
  const local: Provider = { kind: "openai_compatible", base_url: "http://127.0.0.1:1/v1", api_key_env: "LOCAL_KEY" }
  test.each([
    [{ kind: "anthropic" } as Provider, "ANTHROPIC_API_KEY", "Anthropic"],
    [{ kind: "openai" } as Provider, "OPENAI_API_KEY", "OpenAI"],
    [local, "LOCAL_KEY", "the server at 127.0.0.1:1"]
  ])("is not asked: %j", async (provider, name, who) => {
    const expected =
      `asks for the weather, run #1: ${name} is not set, and ${who} answers no request without a key. ` +
      `Set it in the environment: export ${name}=<a key of yours>.`
    assert.equal(await askedWith(provider, {}), expected)
    assert.equal(await askedWith(provider, { [name]: " " }), expected)
  })

  test("is asked at an address that the user sets, and no key is sent", async () => {
    const server = await serve(() => ({ status: 418, chunks: ["{}"] }))
    const environment = { ANTHROPIC_BASE_URL: server.url, OPENAI_BASE_URL: server.url }
    await askedWith({ kind: "anthropic" }, environment)
    await askedWith({ kind: "openai" }, environment)
    await askedWith({ kind: "openai_compatible", base_url: server.url }, {})
    await server.close()
    assert.deepEqual(
      server.requests.map(({ headers }) => [headers.authorization, headers["x-api-key"]]),
      [
        [undefined, undefined],
        [undefined, undefined],
        [undefined, undefined]
      ]
    )
  })

  test("does not exist if the agent has a driver", async () => {
    assert.match(await askedWith({ kind: "driver" }, {}), /^asks for the weather, run #1: the agent is driven by code/)
  })
})

test("a key that was rejected is not tried again", async () => {
  const server = await serve(() => ({ status: 401, chunks: ['{"error":{"message":"no such key"}}'] }))
  const provider: Provider = { kind: "anthropic" }
  const cell = { ...cellOf("anthropic", ""), provider }
  const messages = await Model.use((model) =>
    Effect.forEach([1, 2, 3], (run) =>
      Effect.flip(
        Effect.andThen(model.ready?.(cell, run) ?? Effect.void, model.ask({ cell, run, messages: [hello], tools: [] }))
      )
    )
  ).pipe(Effect.provide(layer({ ANTHROPIC_BASE_URL: server.url, ANTHROPIC_API_KEY: "wrong" })), Effect.runPromise)
  await server.close()
  assert.equal(server.requests.length, 1)
  assert.deepEqual(
    messages.map(({ issue: { message } }) => message),
    [1, 2, 3].map((run) => `asks for the weather, run #${run}: Anthropic answered 401: no such key.`)
  )
})

describe("an error", () => {
  const messageFor = async (kind: Kind, status: number, error: object, key = "sk-live-abcdefgh"): Promise<string> => {
    const body = JSON.stringify(kind === "anthropic" ? { type: "error", error } : { error })
    const server = await serve(() => ({ status, headers: { "content-type": "application/json" }, chunks: [body] }))
    const { message } = await failureOf({ kind, url: server.url, key })
    await server.close()
    return message.replace(server.url.slice("http://".length), "<host>")
  }

  test.each([
    [
      "anthropic",
      401,
      { type: "authentication_error", message: "invalid x-api-key" },
      "Anthropic answered 401 authentication_error: invalid x-api-key. Check ANTHROPIC_API_KEY."
    ],
    [
      "openai",
      403,
      { code: "unsupported_country_region_territory", message: "Country not supported" },
      "OpenAI answered 403 unsupported_country_region_territory: Country not supported. Check OPENAI_API_KEY."
    ],
    [
      "anthropic",
      404,
      { type: "not_found_error", message: "model: claude-sonet" },
      "Anthropic answered 404 not_found_error: model: claude-sonet. " +
        "Check the name of the model, claude-sonnet-4-5, and ANTHROPIC_BASE_URL."
    ],
    [
      "openai_compatible",
      404,
      { message: "no such route" },
      "the server at <host> answered 404: no such route. Check the name of the model, llama-4, and baseUrl."
    ],
    [
      "anthropic",
      400,
      { type: "invalid_request_error", message: "prompt is too long: 3 tokens > 2 maximum" },
      "Anthropic answered 400 invalid_request_error: prompt is too long: 3 tokens > 2 maximum. " +
        "Shorten the prompt, offer fewer tools, or lower maxTurns."
    ],
    [
      "openai",
      400,
      { code: "context_length_exceeded", type: "invalid_request_error", message: "Too much." },
      "OpenAI answered 400 context_length_exceeded: Too much. Shorten the prompt, offer fewer tools, or lower maxTurns."
    ],
    [
      "openai",
      400,
      { code: null, type: "invalid_request_error", message: "temperature is not supported" },
      "OpenAI answered 400 invalid_request_error: temperature is not supported. " +
        "Change what the agent asks for: its options, its tools or its prompt."
    ],
    [
      "anthropic",
      529,
      { type: "overloaded_error", message: "Overloaded" },
      "Anthropic answered 529 overloaded_error: Overloaded. It was asked 5 times. " +
        "Try again when Anthropic has recovered, perhaps with a lower --concurrency."
    ]
  ] as const)("names the provider, its answer and the fix: %s %p", async (kind, status, error, expected) => {
    assert.equal(await messageFor(kind, status, error), `asks for the weather, run #2: ${expected}`)
  })

  test("never quotes a key, not even a masked one", async () => {
    const message = "Incorrect API key provided: sk-live-abcdefgh (sk-li***fgh, correct-horse)."
    assert.match(await messageFor("openai", 401, { message }), /provided: \[key\] \(\[key\], correct-horse\)\. Check/)
    assert.match(
      await messageFor("openai", 401, { message }, "correct-horse"),
      /provided: \[key\] \(\[key\], \[key\]\)\. Check/
    )
  })

  test("never quotes credentials or the query of a URL", async () => {
    const message = "no route to https://me:secret@host/v1/chat?key=secret (really)"
    assert.match(
      await messageFor("openai_compatible", 400, { message }),
      /: no route to https:\/\/host\/v1\/chat \(really\)\. /
    )
  })

  test("is shortened if it is a whole page", async () => {
    const message = `<html>\n${"Bad gateway. ".repeat(1_000)}`
    assert.ok((await messageFor("anthropic", 400, { message })).length < 500)
  })

  test("of a refused connection names the variable that sets the address", async () => {
    const { message } = await failureOf({ kind: "anthropic", url: "http://127.0.0.1:1" })
    assert.match(
      message,
      /the answer of Anthropic did not arrive: .* It was asked 5 times\. Check the network and ANTHROPIC_BASE_URL\.$/
    )
  })
})

/** A copy of the sources in a project that has effect installed, and no SDK. */
test.each([
  ["anthropic", "Anthropic", "@anthropic-ai/sdk"],
  ["openai", "OpenAI", "openai"]
])("the message for an SDK that is not installed names it: %s", (kind, who, sdk) => {
  const root = join(import.meta.dirname, "../../..")
  const copy = mkdtempSync(join(tmpdir(), "passhat-"))
  mkdirSync(join(copy, "node_modules"))
  cpSync(join(root, "src"), join(copy, "src"), { recursive: true })
  for (const name of ["effect", "fast-json-stable-stringify"]) {
    symlinkSync(join(root, "node_modules", name), join(copy, "node_modules", name))
  }
  const cell = { ...cellOf("anthropic", ""), provider: { kind } }
  writeFileSync(
    join(copy, "ask.ts"),
    `import * as Effect from "effect/Effect"
     import { layer } from "./src/engine/layers/live/model.ts"
     import { Model } from "./src/engine/services/Model.ts"
     const request = { cell: ${JSON.stringify(cell)}, run: 1, messages: [], tools: [] } as never
     const asked = Model.use((model) => model.ask(request)).pipe(Effect.flip, Effect.provide(layer({
       ANTHROPIC_API_KEY: "k", OPENAI_API_KEY: "k" })))
     console.log((await Effect.runPromise(asked)).message)`
  )
  const { stderr, stdout } = spawnSync(process.execPath, ["run", "--no-install", "ask.ts"], {
    cwd: copy,
    encoding: "utf8"
  })
  rmSync(copy, { recursive: true })
  assert.equal(
    stdout,
    `asks for the weather, run #1: ${who} is asked through ${sdk}, which cannot be loaded (ERR_MODULE_NOT_FOUND). ` +
      `Install it: npm install ${sdk}.\n`,
    stderr
  )
})
