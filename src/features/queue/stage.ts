/**
 * Suites that are ready to perform single runs: their layers are built once, and stay until the worker ends.
 */
import * as Clock from "effect/Clock"
import type * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import type { Issue } from "../../base/domain/Issue.ts"
import { issue } from "../../base/domain/issues.ts"
import type { Cell } from "../../base/domain/plan/Plan.ts"
import { boundGates } from "../../engine/judge/judge.ts"
import { cellJudge } from "../../engine/judge/judgeCell.ts"
import { type CleanRun, unitTape } from "./store/unitTape.ts"
import { makeRedactor } from "../../engine/layers/record/redact.ts"
import { performed } from "../../engine/run/execute.ts"
import { issueOf } from "../../engine/services/Infrastructure.ts"
import { Model } from "../../engine/services/Model.ts"
import type { BuiltIn } from "../../engine/services/SuiteLayers.ts"
import { jsonSchemaFor } from "../../app/suites/schemasFor.ts"
import type { CompiledSuite } from "../../app/suites/compileSuites.ts"
import { modes } from "../../app/run/mode.ts"
import { UsageError } from "../../app/kit/UsageError.ts"
import { withLayers } from "../../app/run/withLayers.ts"
import type { Environment } from "../../base/std/Environment.ts"
import { secretsOfSuites } from "../../app/run/secretsOfSuites.ts"
import { headerHere } from "./collect.ts"

export interface Stage {
  /** Performs a run as a recording does. Never fails: what prevents it is the outcome of the run. */
  readonly perform: (cell: Cell, index: number) => Effect.Effect<CleanRun | { readonly issue: Issue }>
  /** Why no run of the cell could be performed here: a key that is not set. */
  readonly unready: (cell: Cell) => Effect.Effect<Issue | undefined>
}

/** Until the scope closes. Fails if layers of the suite cannot be built. */
export const stageOf = Effect.fnUntraced(function* (suite: CompiledSuite, environment: Environment) {
  const context = yield* contextOf(suite, environment)
  const redactor = makeRedactor(secretsOfSuites([suite], environment))
  const means = yield* Effect.promise(() => jsonSchemaFor([suite.suite]))
  const questionsOf = (cell: Cell) =>
    cellJudge(cell, boundGates(cell, suite), { means, traces: false, says: suite.says.get(cell.id) }).questions
  /** What a layer fails with may say anything, and the reason goes to the queue. */
  const shown = (why: Issue): Issue => ({
    ...why,
    message: redactor.text(why.message),
    hint: redactor.text(why.hint)
  })
  /** Of all runs of a cell that this worker performs, so that the queue keeps it once. */
  const at = new Date(yield* Clock.currentTimeMillis).toISOString()
  const perform: Stage["perform"] = (cell, index) =>
    Effect.suspend(() => {
      const { kept, tape } = unitTape(cell, headerHere(suite.suite.name, cell, at), redactor)
      return performed(cell, index, tape, questionsOf(cell)).pipe(
        Effect.match({
          onFailure: (error) => ({ issue: shown(issueOf(error)) }),
          onSuccess: (result) => kept() ?? { issue: "issue" in result ? shown(result.issue) : notKept(cell, index) }
        }),
        Effect.provideContext(context)
      )
    })
  const unready: Stage["unready"] = (cell) =>
    Effect.flatMap(Model, ({ ready }) => (isAsked(cell) ? (ready?.(cell, 1) ?? Effect.void) : Effect.void)).pipe(
      Effect.match({ onFailure: issueOf, onSuccess: () => undefined }),
      Effect.provideContext(context)
    )
  return { perform, unready } satisfies Stage
})

/** Whether passhat asks the model of the agent itself. */
const isAsked = ({ behaviour, provider }: Cell): boolean => behaviour.driver === undefined && provider.kind !== "driver"

/** A fiber holds the layers, since they are released by what has built them. */
const contextOf = Effect.fnUntraced(function* (suite: CompiledSuite, environment: Environment) {
  const built = yield* Deferred.make<Context.Context<BuiltIn>, Issue>()
  const holding = Effect.gen(function* () {
    yield* Deferred.succeed(built, yield* Effect.context<BuiltIn>())
    return yield* Effect.never
  })
  const over = {
    parts: modes.record,
    environment,
    ownsProcess: true,
    stop: Effect.never,
    cassettes: undefined
  } as const
  yield* withLayers(suite, over, holding).pipe(
    Effect.flatMap((layered) =>
      layered !== "stopped" && layered.issue !== undefined ? Deferred.fail(built, layered.issue) : Effect.void
    ),
    Effect.forkScoped
  )
  return yield* Effect.mapError(Deferred.await(built), ({ hint, message }) => new UsageError({ what: message, hint }))
})

const notKept = (cell: Cell, index: number): Issue =>
  issue("INFRASTRUCTURE", `${cell.name}, run #${index} was not kept.`, "This is a bug of passhat: report it.")
