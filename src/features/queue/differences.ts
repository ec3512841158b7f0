/**
 * How the suites on this machine differ from what is published on a queue: a worker performs no run of another agent.
 */
import * as Effect from "effect/Effect"
import { phraseDifference } from "../../engine/cassette/explain/phraseDifference.ts"
import { staleness } from "../../engine/cassette/staleness.ts"
import { planFingerprint } from "../../base/domain/plan/fingerprint.ts"
import type { Cell } from "../../base/domain/plan/Plan.ts"
import type { PublishedCell, PublishedPlan } from "../../engine/services/RunQueue.ts"
import type { CompiledSuite } from "../../app/suites/compileSuites.ts"
import { UsageError } from "../../app/kit/UsageError.ts"
import { version } from "../../app/kit/version.ts"
import { headerHere } from "./collect.ts"

/** A plan of the queue, and the suite of this machine that is the same. */
export interface Matched {
  readonly suite: CompiledSuite
  readonly plan: PublishedPlan
}

/** Suites that are not published are left out. Fails if one is published and differs from what is here. */
export const matchPlans = Effect.fnUntraced(function* (
  suites: ReadonlyArray<CompiledSuite>,
  plans: ReadonlyArray<PublishedPlan>
) {
  const matched: Array<Matched> = []
  for (const suite of suites) {
    const published = plans.filter((plan) => plan.suite === suite.suite.name)
    const fingerprint = planFingerprint(suite.whole)
    const plan = published.find((one) => one.fingerprint === fingerprint)
    if (plan !== undefined && plan.passhat !== version) return yield* otherVersion(suite, plan)
    if (plan !== undefined) matched.push({ suite, plan })
    else if (published.length > 0) return yield* differs(suite, published.at(-1)!)
  }
  return matched
})

const differs = ({ project, suite, whole }: CompiledSuite, plan: PublishedPlan): UsageError => {
  const all = [
    ...plan.cells.flatMap((cell) => differencesOf(suite.name, cell, whole.cells)),
    ...whole.cells
      .filter(({ id }) => plan.cells.every((one) => one.id !== id))
      .map(({ name }) => `${name} is not on the queue`)
  ]
  const shown = all.length === 0 ? [ELSEWHERE] : all.slice(0, SHOWN)
  const more = all.length > SHOWN ? [`and ${all.length - SHOWN} more`] : []
  return new UsageError({
    what: `${project.file} is not what was published on the queue: ${[...shown, ...more].join("; ")}.`,
    hint: "Check out the same version of the suite here, or publish this one with passhat record."
  })
}

/** How many differences are shown. */
const SHOWN = 5

/** Everything that a cell shows is the same. */
const ELSEWHERE = "its providers, observations or judges differ"

const differencesOf = (suite: string, published: PublishedCell, cells: ReadonlyArray<Cell>): ReadonlyArray<string> => {
  const cell = cells.find(({ id }) => id === published.id)
  if (cell === undefined) return [`${published.name} is not here`]
  const header = {
    ...headerHere(suite, cell),
    fingerprint: { sha256: published.fingerprint, parts: published.parts },
    servers: []
  }
  const problem = staleness(cell, header, cell.name)
  return problem?.code === "stale"
    ? problem.changes.map((change) => `${cell.name}: ${phraseDifference(change, betweenPlaces)}`)
    : []
}

const betweenPlaces = (published: string, here: string): string => `is ${published} on the queue and ${here} here`

const otherVersion = ({ project }: CompiledSuite, { passhat }: PublishedPlan): UsageError =>
  new UsageError({
    what: `${project.file} was published by passhat ${passhat}, and this is passhat ${version}.`,
    hint: "Install the same version on every machine, or publish again with passhat record."
  })
