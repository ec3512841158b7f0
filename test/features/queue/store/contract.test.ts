/**
 * What must hold of a queue of runs, whatever it is stored in.
 */
import { afterAll, beforeAll, describe, test } from "bun:test"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Option from "effect/Option"
import assert from "node:assert/strict"
import { issue } from "../../../../src/base/domain/issues.ts"
import { type Ended, type LeasedUnit, MOST_ATTEMPTS, type Queue } from "../../../../src/engine/services/RunQueue.ts"
import { noPostgres } from "../../../postgres/server.ts"
import { CELL, memoryStore, OTHER_CELL, plan, postgresStore, resultOf, type Store, unitsOf } from "./queues.ts"

const PLAN = plan.fingerprint
const wrong = issue("INFRASTRUCTURE", "The server did not start.", "Start it.")

const run = <A, E>(effect: Effect.Effect<A, E>): Promise<A> => Effect.runPromise(effect)

/** Takes units until none waits or runs, and tells which ones and how each ended. */
const drain = (queue: Queue, work: (unit: LeasedUnit) => Effect.Effect<Ended, unknown>) =>
  Effect.gen(function* () {
    const taken: Array<string> = []
    for (;;) {
      const { running, waiting } = yield* queue.counts(PLAN)
      if (waiting + running === 0) return taken
      yield* queue.take([PLAN], (unit) =>
        Effect.tap(work(unit), (how) => Effect.sync(() => taken.push(`${unit.cell}#${unit.index} ${how}`)))
      )
    }
  })

const keeps = (queue: Queue) => (unit: LeasedUnit) => queue.keep(unit, resultOf(unit.index))

const stores: ReadonlyArray<readonly [name: string, open: () => Store | Promise<Store>, skip: string | undefined]> = [
  ["in memory", memoryStore, undefined],
  ["in PostgreSQL", postgresStore, noPostgres]
]

for (const [name, open, skip] of stores) {
  if (skip !== undefined) console.warn(`The queue ${name} is not tested: ${skip}.`)
  describe.skipIf(skip !== undefined)(`a queue ${name}`, () => {
    let store: Store
    beforeAll(async () => {
      store = await open()
    }, 120_000)
    afterAll(() => store.close(), 60_000)

    const prepared = async (runs: number) => {
      const handles = await store.handles()
      await run(handles.one.publish(plan))
      const enqueued = await run(handles.one.enqueue(PLAN, unitsOf(CELL, runs)))
      assert.deepEqual(enqueued, { added: runs, known: 0 })
      return handles
    }

    test("what was published is listed as it was, and publishing it again changes it", async () => {
      const { one, other } = await store.handles()
      assert.deepEqual(await run(one.plans), [])
      await run(one.publish(plan))
      await run(one.publish({ ...plan, fingerprint: "e".repeat(64) }))
      await run(one.publish({ ...plan, budget: "b" }))
      assert.deepEqual(await run(other.plans), [
        { ...plan, budget: "b" },
        { ...plan, fingerprint: "e".repeat(64) }
      ])
    })

    test("a unit is added once, whatever has become of it", async () => {
      const { one, other } = await prepared(3)
      await run(drain(one, keeps(one)))
      const again = await run(other.enqueue(PLAN, [...unitsOf(CELL, 4), ...unitsOf(CELL, 4)]))
      assert.equal(again.added, 1)
      assert.deepEqual(await run(drain(other, keeps(other))), [`${CELL}#4 kept`])
    })

    test("units are taken in the order in which they were added, and results come in run order", async () => {
      const { one } = await store.handles()
      await run(one.publish(plan))
      const units = [...unitsOf(OTHER_CELL, 2), { cell: CELL, index: 2 }, { cell: CELL, index: 1 }]
      await run(one.enqueue(PLAN, units))
      assert.deepEqual(
        await run(drain(one, keeps(one))),
        units.map(({ cell, index }) => `${cell}#${index} kept`)
      )
      const results = await run(one.results(PLAN, CELL, 0))
      assert.deepEqual(
        results.map(({ index, line }) => [index, line]),
        [1, 2].map((index) => [index, resultOf(index).line])
      )
      assert.deepEqual(results[0]?.header, resultOf(1).header)
      assert.deepEqual(
        (await run(one.results(PLAN, CELL, 1))).map(({ index }) => index),
        [2]
      )
      assert.deepEqual(await run(one.results(PLAN, CELL, 2)), [])
    })

    test("two workers share the units, and each unit is given once", async () => {
      const { one, other } = await prepared(40)
      const both = await run(Effect.all([drain(one, keeps(one)), drain(other, keeps(other))], { concurrency: 2 }))
      const all = both.flat()
      assert.equal(all.length, 40)
      assert.equal(new Set(all).size, 40)
      assert.ok(all.every((line) => line.endsWith(" kept")))
      assert.deepEqual(await run(other.counts(PLAN)), { waiting: 0, running: 0, kept: 40, failed: 0 })
    })

    test("of two results of a unit the first is kept, and the second is known", async () => {
      const { one, other } = await prepared(1)
      await run(
        one.take([PLAN], (unit) =>
          Effect.gen(function* () {
            assert.equal(yield* other.keep(unit, resultOf(1, { recorded_at: "first" })), "kept")
            return yield* one.keep(unit, resultOf(1, { recorded_at: "second" }))
          })
        )
      )
      const results = await run(one.results(PLAN, CELL, 0))
      assert.deepEqual(
        results.map(({ header }) => header.recorded_at),
        ["first"]
      )
    })

    test("while work goes on, the status says who has the unit", async () => {
      const { one, other } = await prepared(2)
      await run(
        one.take([PLAN], (unit) =>
          Effect.gen(function* () {
            const { cells, running } = yield* other.status(PLAN)
            assert.deepEqual(cells, [{ cell: CELL, waiting: 1, running: 1, kept: 0, failed: 0 }])
            assert.equal(running[0]?.worker, "one")
            assert.equal(running[0]?.index, unit.index)
            assert.ok(running[0].ms >= 0)
            return yield* keeps(one)(unit)
          })
        )
      )
      assert.deepEqual(await run(other.counts(PLAN)), { waiting: 1, running: 0, kept: 1, failed: 0 })
    })

    test("work that hands back, or is interrupted, counts no attempt", async () => {
      const { one } = await prepared(1)
      const attempts: Array<number> = []
      const noted = (unit: LeasedUnit) => Effect.sync(() => void attempts.push(unit.attempt))
      const returned = await run(one.take([PLAN], (unit) => Effect.as(noted(unit), "returned" as const)))
      assert.deepEqual(returned, Option.some("returned"))
      const begun = Promise.withResolvers<void>()
      const waits = Effect.callback<Ended>(() => begun.resolve())
      const taking = Effect.runFork(one.take([PLAN], (unit) => Effect.andThen(noted(unit), waits)))
      await begun.promise
      await run(Fiber.interrupt(taking))
      const [last] = await run(drain(one, (unit) => Effect.andThen(noted(unit), keeps(one)(unit))))
      assert.equal(last, `${CELL}#1 kept`)
      assert.deepEqual(attempts, [1, 1, 1])
    })

    test("what fails for good is a dead letter with its reason, until it is retried", async () => {
      const { one, other } = await prepared(2)
      const ended = await run(
        drain(one, (unit) => (unit.index === 1 ? one.fail(unit, wrong, { final: true }) : keeps(one)(unit)))
      )
      assert.deepEqual(ended, [`${CELL}#1 dead`, `${CELL}#2 kept`])
      const { cells, failed } = await run(other.status(PLAN))
      assert.deepEqual(cells, [{ cell: CELL, waiting: 0, running: 0, kept: 1, failed: 1 }])
      assert.deepEqual(failed, [
        { plan: PLAN, cell: CELL, index: 1, generation: 0, attempt: 1, worker: "one", issue: wrong }
      ])
      assert.deepEqual(await run(other.enqueue(PLAN, unitsOf(CELL, 2))), { added: 0, known: 2 })
      assert.equal(await run(other.retry(PLAN, OTHER_CELL)), 0)
      assert.equal(await run(other.retry(PLAN)), 1)
      assert.equal(await run(other.retry(PLAN)), 0)
      assert.deepEqual(await run(drain(other, keeps(other))), [`${CELL}#1 kept`])
      assert.deepEqual(await run(other.counts(PLAN)), { waiting: 0, running: 0, kept: 2, failed: 0 })
    })

    test("an attempt that failed is made again later, and the last one is a dead letter", async () => {
      const { one } = await prepared(1)
      const first = await run(one.take([PLAN], (unit) => one.fail(unit, wrong)))
      assert.deepEqual(first, Option.some("failed"))
      assert.deepEqual(await run(one.counts(PLAN)), { waiting: 1, running: 0, kept: 0, failed: 0 })
      const unit = { plan: PLAN, cell: CELL, index: 1, generation: 0, attempt: MOST_ATTEMPTS }
      assert.equal(await run(one.fail(unit, wrong)), "dead")
      assert.deepEqual(await run(one.counts(PLAN)), { waiting: 0, running: 0, kept: 0, failed: 1 })
    })

    test("the error of work reaches its caller, and the unit waits", async () => {
      const { one } = await prepared(1)
      const error = await run(Effect.flip(one.take([PLAN], () => Effect.fail("broken" as const))))
      assert.equal(error, "broken")
      assert.deepEqual(await run(one.counts(PLAN)), { waiting: 1, running: 0, kept: 0, failed: 0 })
    })

    test("recording again drops what is kept, and a late result of before is known", async () => {
      const { one, other } = await prepared(2)
      let late: LeasedUnit | undefined
      await run(
        drain(one, (unit) =>
          Effect.andThen(
            Effect.sync(() => (late = unit)),
            keeps(one)(unit)
          )
        )
      )
      assert.deepEqual(await run(other.enqueue(PLAN, unitsOf(CELL, 2), { again: true })), { added: 2, known: 0 })
      assert.deepEqual(await run(other.counts(PLAN)), { waiting: 2, running: 0, kept: 0, failed: 0 })
      assert.deepEqual(await run(other.results(PLAN, CELL, 0)), [])
      assert.equal(await run(one.keep(late!, resultOf(2))), "known")
      assert.equal((await run(drain(other, keeps(other)))).length, 2)
    })

    test("units of other plans are not given, and those of several plans are", async () => {
      const { one } = await prepared(1)
      const second = { ...plan, fingerprint: "d".repeat(64) }
      await run(one.publish(second))
      await run(one.enqueue(second.fingerprint, unitsOf(CELL, 1)))
      const taken = (plans: ReadonlyArray<string>) => {
        let from = ""
        const work = (unit: LeasedUnit) =>
          Effect.andThen(
            Effect.sync(() => (from = unit.plan)),
            keeps(one)(unit)
          )
        return run(Effect.map(one.take(plans, work), (ended) => [from, Option.getOrUndefined(ended)]))
      }
      assert.deepEqual(await taken([second.fingerprint]), [second.fingerprint, "kept"])
      assert.deepEqual(await taken([second.fingerprint, PLAN]), [PLAN, "kept"])
      assert.deepEqual(await taken([second.fingerprint, PLAN]), ["", undefined])
    })

    test("each time that a plan is published, what is taken of it is of another edition", async () => {
      const { one, other } = await prepared(4)
      const editionOf = async (): Promise<string> => {
        let found = ""
        await run(
          one.take([PLAN], (unit, edition) => {
            found = edition
            return one.keep(unit, resultOf(unit.index))
          })
        )
        return found
      }
      const [first, second] = [await editionOf(), await editionOf()]
      await run(other.publish({ ...plan, budget: "b" }))
      const [third, fourth] = [await editionOf(), await editionOf()]
      assert.deepEqual([first === second, second === third, third === fourth], [true, false, true])
    })

    test("binary data is kept once by its hash, and a plan that is forgotten leaves nothing", async () => {
      const { one, other } = await prepared(2)
      const media = new Map([["a".repeat(64), "AAAA"]])
      await run(drain(one, (unit) => one.keep(unit, { ...resultOf(unit.index), media })))
      assert.deepEqual(await run(other.media(PLAN, CELL)), ["a".repeat(64)])
      assert.equal(await run(other.medium(PLAN, CELL, "a".repeat(64))), "AAAA")
      assert.equal(await run(other.medium(PLAN, CELL, "b".repeat(64))), undefined)
      await run(other.forget(PLAN))
      assert.deepEqual(await run(other.plans), [])
      assert.deepEqual(await run(other.media(PLAN, CELL)), [])
      assert.deepEqual(await run(other.results(PLAN, CELL, 0)), [])
      await run(other.publish(plan))
      assert.deepEqual(await run(other.enqueue(PLAN, unitsOf(CELL, 2))), { added: 2, known: 0 })
      assert.equal((await run(drain(one, keeps(one)))).length, 2)
    })

    describe("limits", () => {
      const claude = { provider: "anthropic", model: "claude-x" }

      test("rates are those that were set last", async () => {
        const { one, other } = await store.handles()
        await run(
          one.setRates([
            { pattern: "a_*", requestsPerMinute: 5 },
            { pattern: "b", tokensPerMinute: 7 }
          ])
        )
        const rates = [{ pattern: "b", requestsPerMinute: 1, tokensPerMinute: 8 }]
        await run(other.setRates(rates))
        assert.deepEqual(await run(one.rates), rates)
      })

      test("a model that no rate matches is asked at once, and one that has had its share waits", async () => {
        const { one, other } = await store.handles()
        await run(
          one.setRates([
            { pattern: "claude-*", requestsPerMinute: 0.001 },
            { pattern: "openai/*", requestsPerMinute: 1 }
          ])
        )
        const isAtOnce = (queue: Queue, asked: typeof claude) =>
          run(Effect.map(Effect.timeoutOption(queue.turn(asked, 10), 300), Option.isSome))
        assert.ok(await isAtOnce(one, { provider: "other", model: "gpt" }))
        assert.ok(await isAtOnce(one, { provider: "other", model: "gpt" }))
        assert.ok(await isAtOnce(one, claude))
        assert.ok(!(await isAtOnce(other, claude)))
        assert.ok(await isAtOnce(other, { provider: "openai", model: "gpt" }))
        assert.ok(!(await isAtOnce(one, { provider: "openai", model: "gpt" })))
      })

      test("a request is taken to need what those before it needed", async () => {
        const { one, other } = await store.handles()
        await run(one.setRates([{ pattern: "*", tokensPerMinute: 6e9 }]))
        const first = await run(one.turn(claude, 1_000))
        assert.equal(first.tokens, 1_000)
        await run(one.used(first, 100))
        assert.equal(Math.round((await run(other.turn(claude, 1_000))).tokens), 910)
      })

      test("a hold that one worker asks for holds all, also those who wait for their turn", async () => {
        const { one, other } = await store.handles()
        await run(one.setRates([{ pattern: "claude-*", requestsPerMinute: 600 }]))
        await run(one.turn(claude, 1))
        const waits = run(Effect.timeoutOption(other.turn(claude, 1), 1_500))
        await run(one.hold(claude, 60_000))
        assert.ok(Option.isNone(await waits))
        assert.ok(Option.isNone(await run(Effect.timeoutOption(one.turn(claude, 1), 300))))
        assert.ok(Option.isSome(await run(Effect.timeoutOption(one.turn({ ...claude, model: "gpt" }, 1), 300))))
      })

      test("a model without a rate is held as well", async () => {
        const { one, other } = await store.handles()
        await run(one.turn(claude, 1))
        await run(one.hold(claude, 60_000))
        assert.ok(Option.isNone(await run(Effect.timeoutOption(other.turn(claude, 1), 300))))
      })

      test("workers together never set aside more than a budget allows", async () => {
        const { one, other } = await store.handles()
        const amount = { tokens: 10, picodollars: 3n }
        assert.equal(await run(one.reserve("unknown", amount)), false)
        await run(one.allow("b", { tokens: 105 }))
        const all = Array.from({ length: 24 }, (_, at) => (at % 2 === 0 ? one : other).reserve("b", amount))
        const reserved = await run(Effect.all(all, { concurrency: 8 }))
        assert.equal(reserved.filter(Boolean).length, 10)
        await run(other.settle("b", amount, { tokens: 4, picodollars: 1n }))
        assert.deepEqual(await run(one.budget("b")), {
          allowed: { tokens: 105 },
          spent: { tokens: 94, picodollars: 28n }
        })
        await run(one.allow("b", { picodollars: 30n }))
        assert.equal(await run(other.reserve("b", amount)), false)
        assert.equal(await run(other.reserve("b", { tokens: 1e6, picodollars: 2n })), true)
        await run(one.allow("b", { picodollars: 30n }, { fresh: true }))
        assert.equal(await run(other.reserve("b", amount)), true)
      })

      test("what has no price is within a budget of tokens, and within none of money", async () => {
        const { one, other } = await store.handles()
        await run(one.allow("tokens", { tokens: 30 }))
        assert.equal(await run(one.reserve("tokens", { tokens: 10 })), true)
        await run(other.settle("tokens", { tokens: 10 }, { tokens: 4 }))
        assert.deepEqual((await run(one.budget("tokens")))?.spent, { tokens: 4, picodollars: 0n })
        await run(one.allow("money", { picodollars: 30n }))
        assert.equal(await run(other.reserve("money", { tokens: 10 })), false)
        assert.equal(await run(other.reserve("money", { tokens: 10, picodollars: 0n })), true)
      })
    })
  })
}
