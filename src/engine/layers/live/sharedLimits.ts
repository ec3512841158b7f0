/**
 * Asks a model within the limits that workers share: every attempt is a request, and a refusal of one worker holds up all of them.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { ModelAnswer } from "../../../base/domain/recording/Cassette.ts"
import type { Cell } from "../../../base/domain/plan/Plan.ts"
import { type Failure, isCrowded } from "../../../edges/providers/wire/Failure.ts"
import { boundedWait } from "../../../edges/providers/wire/retry.ts"
import { type AskedRequest, RequestLimits } from "../../services/RequestLimits.ts"
import { waitingFor } from "../../services/Waits.ts"

/** If the provider says nothing of when to come back. */
const WAIT_MS = 1_000

export const sharedLimits = (
  cell: Cell,
  ask: Effect.Effect<ModelAnswer, Failure>
): Effect.Effect<ModelAnswer, Failure> =>
  Effect.flatMap(RequestLimits, (limits) =>
    limits === undefined
      ? ask
      : Effect.gen(function* () {
          const { refused, used } = yield* waitingFor("back-off")(limits.allow(requestOf(cell)))
          return yield* ask.pipe(
            Effect.tap(({ usage }) =>
              used(usage === undefined ? cell.behaviour.options.max_tokens : usage.input + usage.output)
            ),
            Effect.tapError((failure) => (isCrowded(failure) ? untilWanted(failure, refused) : Effect.void))
          )
        })
  )

const requestOf = ({ behaviour, provider }: Cell): AskedRequest => ({
  provider: provider.kind,
  model: behaviour.model,
  tokens: behaviour.options.max_tokens
})

const untilWanted = (failure: Failure, refused: (ms: number) => Effect.Effect<void>) =>
  Effect.flatMap(Clock.currentTimeMillis, (now) => refused(boundedWait(failure, now) ?? WAIT_MS))
