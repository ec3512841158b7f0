import { describe, test } from "bun:test"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Result from "effect/Result"
import assert from "node:assert/strict"
import type { Script } from "../../../../src/engine/layers/scripted/model.ts"
import { cut, dropped, errorInside, type Fault, hung, short, status } from "../../../standin/faults.ts"
import { startStandin } from "../../../standin/standin.ts"
import { ask, type Kind, kinds, askModel } from "../asking.ts"

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

const backOff = [500, 1_000, 2_000, 4_000]

/** Between the wait and a quarter more. */
const assertWaits = ({ attempts, waits }: Tried, what: string) => {
  for (const [at, wait] of waits.entries()) {
    const least = backOff[at] ?? Number.NaN
    assert.ok(wait >= least && wait <= least * 1.25, `${what}: ${waits}`)
  }
  assert.equal(waits.length, attempts - 1, what)
}

describe("a temporary error", () => {
  test.each(each(["overloaded_error", "rate_limit_error", "api_error", "server_error", "rate_limit_exceeded"]))(
    "%s %p inside a 200 is retried",
    async (kind, type) => {
      const [whole, streamed] = await Promise.all([
        tried(kind, errorInside(type)),
        tried(kind, errorInside(type), { stream: true })
      ])
      assertWaits(whole, type)
      assertWaits(streamed, type)
      assert.deepEqual([whole.attempts, streamed.attempts], [5, 5])
    }
  )

  const breaks: Readonly<Record<string, Fault>> = { dropped, cut }
  test.each(each(Object.keys(breaks)))("%s: a connection that is %s is retried", async (kind, name) => {
    const fault = breaks[name] ?? dropped
    const [whole, streamed] = await Promise.all([tried(kind, fault), tried(kind, fault, { stream: true })])
    assertWaits(whole, name)
    assertWaits(streamed, name)
    assert.deepEqual([whole.attempts, streamed.attempts], [5, 5])
    assert.match(whole.said, /did not arrive: .*\. It was asked 5 times\. Check the network and /)
  })

  test.each(kinds)("%s: half an answer is asked for once more", async (kind) => {
    const [whole, streamed] = await Promise.all([tried(kind, short), tried(kind, short, { stream: true })])
    assertWaits(whole, "short")
    assertWaits(streamed, "short")
    assert.deepEqual([whole.attempts, streamed.attempts], [2, 2])
    assert.match(whole.said, /cannot be read: it is no JSON.* It was asked 2 times\. Check that /)
    assert.match(streamed.said, /cannot be read: .* It was asked 2 times\. Check that /)
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
