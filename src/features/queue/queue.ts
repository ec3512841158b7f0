/**
 * `passhat queue`: shows what waits on a queue, runs or failed and why; retries what failed; prepares its database.
 */
import process from "node:process"
import * as Effect from "effect/Effect"
import { type PlanStatus, type PublishedPlan, type Queue, RunQueue } from "../../engine/services/RunQueue.ts"
import { escapeIndentedJson, escapeLine } from "../../base/std/escape.ts"
import { nearest } from "../../base/std/nearest.ts"
import type { queueRow } from "./commands.ts"
import type { Values } from "../../app/flags/Flag.ts"
import { stdout } from "../../app/kit/output/output.ts"
import { readEnvironment } from "../../app/kit/environment.ts"
import type { Environment } from "../../base/std/Environment.ts"
import { UsageError } from "../../app/kit/UsageError.ts"
import { overQueue, queueUrl, usageErrorOf } from "./connected.ts"

type Asked = Values<typeof queueRow>

const actions = ["show", "retry", "init", "clear"] as const

export const queue = Effect.fnUntraced(function* (values: Asked) {
  const environment = yield* readEnvironment([process.cwd()])
  const action = actions.find((one) => one === (values.action ?? "show"))
  if (action === undefined) return yield* unknownAction(values.action ?? "")
  yield* checkFlags(values, action)
  if (action === "init") return yield* initialise(values, environment)
  const url = yield* queueUrl(values.queue, environment)
  return yield* overQueue(
    { url, worker: "" },
    Effect.gen(function* () {
      const at = yield* RunQueue
      if (action === "retry") return yield* retry(at, values)
      return action === "clear" ? yield* clear(at, values) : yield* show(at, values)
    })
  )
}, Effect.scoped)

const checkFlags = ({ print, recorderRole, workerRole }: Asked, action: string): Effect.Effect<void, UsageError> => {
  if (print && action !== "init") {
    return Effect.fail(new UsageError({ what: "--print belongs to passhat queue init.", hint: "Leave it out." }))
  }
  return !print && (recorderRole ?? workerRole) !== undefined
    ? Effect.fail(
        new UsageError({
          what: "Rights of roles are printed, and not given.",
          hint: "Use passhat queue init --print, and run what it prints."
        })
      )
    : Effect.void
}

const unknownAction = (given: string): UsageError =>
  new UsageError({
    what: `passhat queue cannot "${given}".`,
    hint:
      nearest(given, actions) === undefined
        ? "It can show, retry, init or clear."
        : `Did you mean ${nearest(given, actions)}?`
  })

const initialise = Effect.fnUntraced(function* (values: Asked, environment: Environment) {
  const { print, queue: named, recorderRole, workerRole } = values
  const { ddl, recorderGrants, workerGrants } = yield* Effect.promise(() => import("./store/ddl.ts"))
  if (print) {
    const rights = [
      ...(workerRole === undefined ? [] : [workerGrants(workerRole)]),
      ...(recorderRole === undefined ? [] : [recorderGrants(recorderRole)])
    ]
    return yield* Effect.as(stdout([`${ddl.trimEnd()}\n`, ...rights]), 0)
  }
  const url = yield* queueUrl(named, environment)
  const { init } = yield* Effect.promise(() => import("./store/init.ts"))
  const made = yield* Effect.mapError(init(url), usageErrorOf)
  yield* stdout(`${said[made]}\n`)
  return 0
})

const said = {
  made: "The tables of the queue are made.",
  migrated: "The tables of the queue are brought to this version.",
  current: "The tables of the queue are of this version already."
}

/** Plans of a suite, or all; fails if there is none of that name. */
const plansOf = Effect.fnUntraced(function* (at: Queue, suite: string | undefined) {
  const plans = yield* at.plans
  const found = plans.filter((plan) => suite === undefined || plan.suite === suite)
  if (found.length > 0 || suite === undefined) return found
  const names = [...new Set(plans.map((plan) => plan.suite))]
  return yield* new UsageError({
    what: `Nothing of a suite "${suite}" is on the queue.`,
    hint: names.length === 0 ? "The queue is empty." : `It has ${names.map((name) => `"${name}"`).join(", ")}.`
  })
})

const retry = Effect.fnUntraced(function* (at: Queue, { json, suite }: Asked) {
  const counts = yield* Effect.forEach(yield* plansOf(at, suite), ({ fingerprint }) => at.retry(fingerprint))
  const count = counts.reduce((sum, one) => sum + one, 0)
  yield* stdout(
    json ? `${JSON.stringify({ retried: count })}\n` : `${count === 1 ? "1 run waits" : `${count} runs wait`} again.\n`
  )
  return 0
})

const clear = Effect.fnUntraced(function* (at: Queue, { json, suite }: Asked) {
  if (suite === undefined) {
    return yield* new UsageError({
      what: "passhat queue clear needs a suite.",
      hint: "Name it: passhat queue clear weather."
    })
  }
  const plans = yield* plansOf(at, suite)
  yield* Effect.forEach(plans, ({ fingerprint }) => at.forget(fingerprint))
  yield* stdout(
    json
      ? `${JSON.stringify({ cleared: plans.length })}\n`
      : `${escapeLine(`Everything of "${suite}" is deleted from ${at.name}.`)}\n`
  )
  return 0
})

interface Shown {
  readonly plan: PublishedPlan
  readonly status: PlanStatus
}

const show = Effect.fnUntraced(function* (at: Queue, { json, suite }: Asked) {
  const plans = yield* plansOf(at, suite)
  const all = yield* Effect.forEach(plans, (plan) =>
    Effect.map(at.status(plan.fingerprint), (status) => ({ plan, status }))
  )
  const rates = yield* at.rates
  const names = [...new Set(plans.flatMap(({ budget }) => (budget === undefined ? [] : [budget])))]
  const budgets = yield* Effect.forEach(names, (name) => Effect.map(at.budget(name), (state) => ({ name, state })))
  if (json) {
    const suites = all.map(({ plan: { fingerprint, suite: name }, status }) => ({
      suite: name,
      plan: fingerprint,
      ...status
    }))
    const text = JSON.stringify({ queue: at.name, suites, rates, budgets }, plainBigints, 2)
    yield* stdout(`${escapeIndentedJson(text)}\n`)
    return 0
  }
  const limits = [
    ...rates.map(({ pattern, requestsPerMinute, tokensPerMinute }) => {
      const parts = [
        ...(requestsPerMinute === undefined ? [] : [`${requestsPerMinute} requests a minute`]),
        ...(tokensPerMinute === undefined ? [] : [`${tokensPerMinute} tokens a minute`])
      ]
      return `rate ${pattern}: ${parts.join(", ")}`
    }),
    ...budgets.flatMap(({ name, state }) =>
      state === undefined
        ? []
        : [`budget of ${name}: ${state.spent.tokens} tokens spent of ${state.allowed.tokens ?? "any number"}`]
    )
  ]
  const lines = all.length === 0 ? [`${at.name}: nothing was recorded on this queue.`] : all.flatMap(linesOf)
  yield* stdout([...lines, ...limits].map((line) => `${escapeLine(line)}\n`).join(""))
  return 0
})

/** Picodollars are more than a number may hold. */
const plainBigints = (_: string, value: unknown): unknown => (typeof value === "bigint" ? String(value) : value)

const linesOf = ({ plan, status }: Shown): ReadonlyArray<string> => {
  const names = new Map(plan.cells.map(({ id, name }) => [id, name]))
  const nameOf = (cell: string): string => names.get(cell) ?? cell
  return [
    `${plan.suite} (plan ${plan.fingerprint.slice(0, 12)})`,
    ...status.cells.map(
      ({ cell, failed, kept, running, waiting }) =>
        `  ${nameOf(cell)}: ${kept} recorded, ${waiting} waiting, ${running} under way, ${failed} failed`
    ),
    ...status.running.map(
      ({ cell, index, ms, worker }) =>
        `  under way: ${nameOf(cell)}, run #${index}, at ${worker} for ${Math.round(ms / 1_000)} s`
    ),
    ...status.failed.map(
      ({ cell, index, issue, worker }) =>
        `  failed: ${nameOf(cell)}, run #${index}, at ${worker || "no worker"}: ${issue.code}: ${issue.message} ${issue.hint}`
    )
  ]
}
