/**
 * The results of a queue as recordings that can be judged: what is missing there has no verdict, as if a file had no such line.
 */
import * as Effect from "effect/Effect"
import stringify from "fast-json-stable-stringify"
import * as Context from "effect/Context"
import * as Layer from "effect/Layer"
import { planFingerprint } from "../../base/domain/plan/fingerprint.ts"
import { sealer } from "../../engine/cassette/checksums.ts"
import { isHeader } from "../../engine/cassette/predicates.ts"
import type { Header } from "../../base/domain/recording/Cassette.ts"
import { runIn } from "./store/unitTape.ts"
import type { CassetteStore } from "../../engine/services/CassetteStore.ts"
import { type PublishedPlan, type Queue, RunQueue } from "../../engine/services/RunQueue.ts"
import type { CompiledSuite } from "../../app/suites/compileSuites.ts"
import { type LiveParts, isReplay } from "../../engine/services/LiveParts.ts"
import { UsageError } from "../../app/kit/UsageError.ts"
import { usageErrorOf, warn } from "./connected.ts"

/** Of the plan that is the suite's, else of the one that was published last under its name: the reader says how it differs. */
export const queueStore = (queue: Queue, suite: CompiledSuite, plans: ReadonlyArray<PublishedPlan>): CassetteStore => {
  const fingerprint = planFingerprint(suite.whole)
  const named = plans.filter((plan) => plan.suite === suite.suite.name)
  const plan = named.find((one) => one.fingerprint === fingerprint) ?? named.at(-1)
  return {
    name: `${queue.name}`,
    read: (name) =>
      plan === undefined ? Effect.undefined : textOf(queue, plan.fingerprint, name.replace(/\.jsonl$/, "")),
    write: () => Effect.fail(new Error("a queue is judged, and not written"))
  }
}

const textOf = Effect.fnUntraced(function* (queue: Queue, plan: string, cell: string) {
  const lines: Array<string> = []
  const file = `${queue.name}/${cell}.jsonl`
  let first: Header | undefined
  for (let after = 0; ;) {
    const page = yield* queue.results(plan, cell, after)
    const last = page.at(-1)
    if (last === undefined) break
    for (const { header, index, line } of page) {
      first ??= header
      // The reader looks at one header, and at the lines as they come.
      if (!isHeader(header) || !isOfOneCell(header, first)) return yield* damaged(`Run ${index} is of another agent.`)
      const run = runIn(file, line, index)
      if (typeof run === "string") return yield* damaged(run)
      lines.push(line)
    }
    after = last.index
  }
  if (first === undefined) return undefined
  const { end, seal } = sealer(first.version)
  return [stringify(first), ...lines].map((line) => seal(`${line}\n`)).join("") + end()
})

/** Workers have the servers as they introduced themselves, and times of their own. */
const isOfOneCell = (one: Header, other: Header): boolean =>
  one === other ||
  (one.suite === other.suite &&
    one.agent === other.agent &&
    one.model === other.model &&
    stringify(one.fingerprint) === stringify(other.fingerprint))

const damaged = (sentence: string) =>
  Effect.fail(new Error(`${sentence} Delete it with passhat queue clear, and record it again`))

/** The queue stays open until the scope closes. */
export const queueStores = Effect.fnUntraced(function* (url: string, parts: LiveParts) {
  if (!isReplay(parts)) {
    return yield* new UsageError({
      what: "--queue judges what is recorded on a queue, and cannot be combined with another mode.",
      hint: "Record on the queue with passhat record --queue, or leave one of them out."
    })
  }
  const { queueAt } = yield* Effect.promise(() => import("./store/address.ts"))
  const queue = Context.get(
    yield* Effect.mapError(Layer.build(queueAt({ url, worker: "", warn })), usageErrorOf),
    RunQueue
  )
  const plans = yield* Effect.mapError(queue.plans, usageErrorOf)
  return (suite: CompiledSuite) => queueStore(queue, suite, plans)
})
