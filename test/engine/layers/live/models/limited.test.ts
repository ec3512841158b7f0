import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import { gzipSync } from "node:zlib"
import * as Effect from "effect/Effect"
import type { Api, ApiHandler } from "../../../../../src/engine/layers/live/models/apis.ts"
import { limited } from "../../../../../src/engine/layers/live/models/limited.ts"
import type { RequestLimit } from "../../../../../src/engine/services/RequestLimits.ts"
import { tokenBudget } from "../../../../../src/engine/layers/live/budget.ts"
import { driven } from "../../../../cells.ts"

const api: Api = {
  kind: "anthropic",
  suffix: "",
  url: "http://127.0.0.1:1",
  urlName: "URL",
  keyName: undefined,
  otherKeys: []
}

const asking = (body: unknown, init: RequestInit = {}): Request =>
  new Request("http://127.0.0.1/v1/messages", { method: "POST", body: JSON.stringify(body), ...init })

/** What is said of requests to those who limit them, and how many get to the provider; `tokens` may be spent. */
const provider = (tokens: number, reply: () => Response, allowed: Effect.Effect<void> = Effect.void) => {
  const said: Array<string> = []
  let answers = 0
  const requests: RequestLimit = {
    spending: tokenBudget(tokens),
    allow: (asked) =>
      Effect.as(allowed, {
        used: (needed) => Effect.sync(() => void said.push(`${asked.model} used ${needed}`)),
        refused: (ms) => Effect.sync(() => void said.push(`${asked.model} refused for ${ms}`))
      })
  }
  const handle: ApiHandler = async () => {
    answers++
    return reply()
  }
  const fail = ({ issue }: { readonly issue: { readonly message: string } }) => void said.push(issue.message)
  const limit = limited({ cell: driven(), requests, fail }, handle)
  return { ask: (request: Request) => limit(api, "v1/messages", request), said, answers: () => answers }
}

const ok = () => new Response("{}")

describe("a request of an agent's own client", () => {
  test("counts as the longest answer that it asks for, and as a usual one where that is no number of tokens", async () => {
    const { ask, said } = provider(1e6, ok)
    await ask(asking({ model: "m", max_tokens: 10 }))
    await ask(asking({ model: "m", max_output_tokens: 20 }))
    for (const max_tokens of [undefined, -5, 0, 1.5, "9"]) await ask(asking({ model: "m", max_tokens }))
    assert.deepEqual(said, ["m used 10", "m used 20", ...Array<string>(5).fill("m used 4096")])
  })

  test("is counted in any encoding, and not if it asks no model", async () => {
    const { ask, answers, said } = provider(1e6, ok)
    const body = gzipSync(JSON.stringify({ model: "m", max_tokens: 10 }))
    await ask(asking(undefined, { body, headers: { "content-encoding": "gzip" } }))
    await ask(asking({ text: "no model" }))
    await ask(new Request("http://127.0.0.1/v1/models"))
    assert.deepEqual([said, answers()], [["m used 10"], 3])
  })

  test("is not sent once the budget has ended, and its run ends before it is answered", async () => {
    const { ask, answers, said } = provider(25, ok)
    const ten = () => ask(asking({ model: "m", max_tokens: 10 }))
    await ten()
    await ten()
    await assert.rejects(ten())
    assert.deepEqual([answers(), said.at(-1)], [2, "An answer may take 10 tokens, and 5 of the 25 allowed are left."])
  })

  test("costs nothing where its provider refuses it, and holds up others for as long as that asks", async () => {
    const waits = [{ "retry-after": "7" }, { "retry-after-ms": "2500" }, {}, { "retry-after": "86400" }]
    const replies = waits.map((headers: Record<string, string>) => new Response(null, { status: 429, headers }))
    const { ask, said } = provider(10, () => replies.shift() ?? ok())
    for (let at = 0; at < 5; at++) await ask(asking({ model: "m", max_tokens: 10 }))
    assert.deepEqual(said, [...[7_000, 2_500, 1_000, 60_000].map((ms) => `m refused for ${ms}`), "m used 10"])
  })

  test("is not sent and costs nothing if its agent goes away while it waits for its turn", async () => {
    const leaving = new AbortController()
    const { ask, answers } = provider(10, ok, Effect.sync(() => leaving.abort()).pipe(Effect.andThen(Effect.never)))
    await assert.rejects(ask(asking({ model: "m", max_tokens: 10 }, { signal: leaving.signal })))
    assert.equal(answers(), 0)
  })
})
