import { describe, test } from "bun:test"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Result from "effect/Result"
import assert from "node:assert/strict"
import type { Script } from "../../../src/layers/scripted/script.ts"
import { cut, dropped, errorInside, type Fault, hung, short, status } from "../../standin/faults.ts"
import { startStandin } from "../../standin/standin.ts"
import { ask, type Kind, kinds, askModel, START } from "../asking.ts"

const answered: Script = { turns: [{ text: "Warm.", usage: { input: 10, output: 2 } }] }

interface Tried {
  readonly attempts: number
  readonly waits: ReadonlyArray<number>
  readonly said: string
}

/** Asks a stand-in that fails the given requests, by default all of them. */
const tried = async (kind: Kind, fault: Fault, { stream = false, failing = Infinity } = {}): Promise<Tried> => {
  const standin = await startStandin({
    scripts: () => [answered],
    faults: (number) => (number <= failing ? fault : undefined)
  })
  const { answer, waits } = await ask({ kind, stream, url: standin.url })
  await standin.close()
  const said = Result.match(answer, { onFailure: ({ message }) => message, onSuccess: ({ text }) => text })
  return { attempts: standin.requests.length, waits, said }
}

const each = <A extends string | number>(values: ReadonlyArray<A>) =>
  kinds.flatMap((kind) => values.map((value) => [kind, value] as const))

/** Headers of a server, and the wait that follows, without the jitter. */
const requests: ReadonlyArray<readonly [headers: Readonly<Record<string, string>>, millis: number | undefined]> = [
  [{}, undefined],
  [{ "retry-after": "7" }, 7_000],
  [{ "retry-after": "0.25" }, 250],
  [{ "retry-after": "0" }, 100],
  [{ "retry-after": "-5" }, 100],
  [{ "retry-after": "NaN" }, undefined],
  [{ "retry-after": "soon" }, undefined],
  [{ "retry-after": "" }, undefined],
  [{ "retry-after": "1e12" }, 60_000],
  [{ "retry-after": "Infinity" }, 60_000],
  [{ "retry-after": new Date(START + 20_000).toUTCString() }, 20_000],
  [{ "retry-after": "Fri, 13 Nov 2026 08:00:00 GMT" }, 100],
  [{ "retry-after-ms": "1500" }, 1_500],
  [{ "retry-after-ms": "-1" }, 100],
  [{ "retry-after-ms": "1500", "retry-after": "30" }, 1_500],
  [{ "retry-after-ms": "later", "retry-after": "3" }, 3_000]
]

const backOff = [500, 1_000, 2_000, 4_000]

/** Between the requested wait and a quarter more; at most a minute, and two minutes in all. */
const assertWaits = ({ attempts, waits }: Tried, wanted: number | undefined, what: string) => {
  for (const [at, wait] of waits.entries()) {
    const least = wanted ?? backOff[at] ?? Number.NaN
    assert.ok(wait >= Math.min(least, 60_000) && wait <= Math.min(least * 1.25, 60_000), `${what}: ${waits}`)
  }
  assert.equal(waits.length, attempts - 1, what)
  assert.ok(waits.reduce((sum, wait) => sum + wait, 0) <= 120_000, what)
}

describe("a temporary error", () => {
  test.each(each([408, 409, 429, 500, 502, 503, 504, 529]))(
    "%s %p is retried after the wait that the server asks for, five attempts in all and two minutes at most",
    async (kind, code) => {
      for (const [headers, wanted] of requests) {
        // Each wait depends on the ones before.
        // oxlint-disable-next-line no-await-in-loop
        const run = await tried(kind, status(code, headers))
        const what = `${code} ${JSON.stringify(headers)}`
        // The date is fixed while the clock goes on, and two waits of a minute fit.
        if (wanted === 20_000) assert.ok(run.waits[0] && run.waits[0] >= 20_000 && run.waits[1]! <= 125, what)
        else assertWaits(run, wanted, what)
        assert.equal(run.attempts, wanted === 60_000 ? 3 : 5, what)
      }
    }
  )

  test.each(each(["overloaded_error", "rate_limit_error", "api_error", "server_error", "rate_limit_exceeded"]))(
    "%s %p inside a 200 is retried",
    async (kind, type) => {
      const [whole, streamed] = await Promise.all([
        tried(kind, errorInside(type)),
        tried(kind, errorInside(type), { stream: true })
      ])
      assertWaits(whole, undefined, type)
      assertWaits(streamed, undefined, type)
      assert.deepEqual([whole.attempts, streamed.attempts], [5, 5])
    }
  )

  const breaks: Readonly<Record<string, Fault>> = { dropped, cut, short }
  test.each(each(Object.keys(breaks)))("%s: a connection that is %s is retried", async (kind, name) => {
    const fault = breaks[name] ?? dropped
    const [whole, streamed] = await Promise.all([tried(kind, fault), tried(kind, fault, { stream: true })])
    assertWaits(whole, undefined, name)
    assertWaits(streamed, undefined, name)
    assert.deepEqual([whole.attempts, streamed.attempts], [5, 5])
    assert.match(whole.said, /gave no answer that can be read: .*\. It was asked 5 times\. Check the network and /)
  })

  test.each(kinds)("%s: an answer after several attempts is complete", async (kind) => {
    const run = await tried(kind, status(529), { failing: 4 })
    assert.deepEqual([run.attempts, run.said], [5, "Warm."])
  })

  test("has the same waits for the same seed", async () => {
    const [one, other] = await Promise.all([tried("anthropic", dropped), tried("anthropic", dropped)])
    assert.deepEqual(one.waits, other.waits)
    assert.ok(one.waits.some((wait, at) => wait !== backOff[at]))
  })
})

describe("a permanent error", () => {
  test.each(each([400, 401, 403, 404, 413, 422]))("%s %p is not retried", async (kind, code) => {
    const run = await tried(kind, status(code, { "retry-after": "1" }))
    assert.deepEqual([run.attempts, run.waits], [1, []])
  })

  test.each(kinds)("%s: is one with x-should-retry: false", async (kind) => {
    const run = await tried(kind, status(529, { "x-should-retry": "false" }))
    assert.equal(run.attempts, 1)
  })

  test.each(kinds)("%s: is not one with x-should-retry: true", async (kind) => {
    const run = await tried(kind, status(400, { "x-should-retry": "true" }))
    assert.equal(run.attempts, 5)
  })

  test.each(kinds)("%s: is used-up credit with the status of a rate limit", async (kind) => {
    const [outside, inside] = await Promise.all([
      tried(kind, status(429, {}, "insufficient_quota")),
      tried(kind, errorInside("insufficient_quota"), { stream: true })
    ])
    assert.deepEqual([outside.attempts, inside.attempts], [1, 1])
    assert.match(outside.said, /answered 429 insufficient_quota: .* Check the plan and the credit/)
  })
})

describe("an interrupted question", () => {
  test.each(kinds.flatMap((kind) => [true, false].map((stream) => [kind, stream] as const)))(
    "of %s, streamed: %p, closes its connection",
    async (kind, stream) => {
      const arrived = Deferred.makeUnsafe<void>()
      const standin = await startStandin({
        scripts: () => [answered],
        faults: () => {
          Deferred.doneUnsafe(arrived, Effect.void)
          return hung
        }
      })
      const fiber = Effect.runFork(askModel({ kind, stream, url: standin.url }))
      await Effect.runPromise(Deferred.await(arrived))
      await Effect.runPromise(Fiber.interrupt(fiber))
      await standin.requests[0]?.gone
      await standin.close()
      assert.equal(standin.requests.length, 1)
    }
  )
})
