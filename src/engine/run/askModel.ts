/**
 * Asks a model within the budget, and takes the time of it.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { Budget } from "../services/Budget.ts"
import { Model, type Request } from "../services/Model.ts"
import { waitingFor } from "../services/Waits.ts"

/** Reserves the longest possible answer before it asks the model. */
export const askModel = Effect.fnUntraced(function* (request: Request) {
  const budget = yield* Budget
  const { cell } = request
  const reserved = cell.behaviour.options.max_tokens
  yield* budget.reserve(reserved, cell)
  const answer = yield* (yield* Model).ask(request).pipe(
    Effect.onError(() => budget.settle(reserved, 0, cell)),
    waitingFor("model")
  )
  const { usage } = answer
  yield* budget.settle(reserved, usage === undefined ? reserved : usage.input + usage.output, cell, usage)
  return answer
})

/** With the milliseconds that it took. */
export const timed = <A, E, R>(self: Effect.Effect<A, E, R>): Effect.Effect<readonly [A, number], E, R> =>
  Effect.gen(function* () {
    const before = yield* Clock.currentTimeMillis
    const value = yield* self
    return [value, (yield* Clock.currentTimeMillis) - before] as const
  })
