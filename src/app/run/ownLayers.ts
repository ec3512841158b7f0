/**
 * Layers of a suite: built before its first run, released after its last. Whatever goes wrong with them is an issue of the
 * suite, which then has no verdict.
 */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import type { Issue } from "../../base/domain/Issue.ts"
import { issue } from "../../base/domain/issues.ts"
import { Budget, both, unlimited } from "../../engine/services/Budget.ts"
import type { BuiltIn, RunMode, SuiteLayers } from "../../engine/services/SuiteLayers.ts"
import { errorText } from "../kit/errorPlace.ts"
import type { CompiledSuite } from "../suites/compileSuites.ts"
import type { LayerResult } from "./withLayers.ts"

export const overOwnLayers = <A>(
  { layers, suite }: CompiledSuite,
  mode: RunMode,
  stop: Effect.Effect<void>,
  work: Effect.Effect<A, never, BuiltIn>
): Effect.Effect<LayerResult<A>, never, BuiltIn> =>
  Effect.uninterruptibleMask((restore) =>
    Effect.gen(function* () {
      const scope = yield* Scope.make()
      const exit = yield* Effect.exit(restore(overBuilt(suite.name, building(layers!, mode, scope), stop, work)))
      const released = yield* Effect.exit(Scope.close(scope, exit))
      const layered = yield* exit
      return Exit.isFailure(released) && layered !== "stopped" && layered.issue === undefined
        ? { ...layered, issue: layersIssue(suite.name, "released", released.cause) }
        : layered
    })
  )

type Building = Effect.Effect<Parameters<typeof Effect.provideContext>[1], unknown, BuiltIn>

/** Each suite builds its own: what one leaves behind is not seen by the next. */
const building = (layers: SuiteLayers, mode: RunMode, scope: Scope.Scope): Building =>
  Effect.suspend(() =>
    Layer.buildWithMemoMap(typeof layers === "function" ? layers(mode) : layers, Layer.makeMemoMapUnsafe(), scope)
  ) as Building

const overBuilt = Effect.fnUntraced(function* <A>(
  suite: string,
  build: Building,
  stop: Effect.Effect<void>,
  work: Effect.Effect<A, never, BuiltIn>
) {
  const limit = yield* Budget
  // A budget of the suite cannot raise the limit of the command: it is asked beside it, and does not see it.
  const built = yield* Effect.raceFirst(
    Effect.exit(Effect.provideService(build, Budget, unlimited)),
    Effect.as(stop, undefined)
  )
  if (built === undefined) return "stopped" as const
  if (Exit.isFailure(built)) return { issue: layersIssue(suite, "built", built.cause) }
  const limited = Effect.flatMap(Budget, (own) =>
    Effect.provideService(work, Budget, own === limit ? limit : both(limit, own))
  )
  return { value: yield* Effect.provideContext(limited, built.value) }
})

const layersIssue = (suite: string, done: "built" | "released", cause: Cause.Cause<unknown>): Issue =>
  issue(
    "INFRASTRUCTURE",
    `The layers of suite "${suite}" could not be ${done}: ${errorText(Cause.squash(cause))}.`,
    "Correct the layer, or start what it needs."
  )
