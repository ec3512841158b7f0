/**
 * The model, answered live by its provider.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { recordOf } from "../../providers/providers.ts"
import { failureMessage } from "../../providers/wire/failureMessage.ts"
import { noKey } from "../../providers/wire/Failure.ts"
import { type Limiter, makeLimiter } from "../../providers/wire/limiter.ts"
import { retry } from "../../providers/wire/retry.ts"
import { Model } from "../../services/Model.ts"
import type { Environment } from "../../std/Environment.ts"
import { infrastructure } from "./infrastructure.ts"

export interface Options {
  /** Streams all answers. By default only those are streamed that the provider gives no other way: long ones. */
  readonly stream?: boolean
}

/** Keys and addresses come from `environment`, never from the process. */
export const layer = (environment: Environment, { stream = false }: Options = {}): Layer.Layer<Model> =>
  Layer.sync(Model, () => {
    /** By the name of the provider, which is that of the host for a server of the user's own. */
    const limiters = new Map<string, Limiter>()
    const limiterOf = (name: string): Limiter => {
      const limiter = limiters.get(name) ?? makeLimiter()
      limiters.set(name, limiter)
      return limiter
    }
    return {
      ask: (request) => {
        const { cell, run } = request
        const record = recordOf(cell.provider)
        if (record === undefined) return Effect.fail(noModel(`${cell.name}, run #${run}`, cell.provider.kind))
        const address = record.address(cell.provider, environment)
        const answer = address.lacksKey
          ? Effect.fail(noKey)
          : Effect.flatMap(Effect.promise(record.ask), ({ ask }) => ask({ request, address, stream }))
        const { answered, limited } = limiterOf(address.name)
        return retry(limited(answer), answered).pipe(Effect.mapError(failureMessage(request, address)))
      }
    }
  })

const noModel = (place: string, kind: string) =>
  kind === "driver"
    ? infrastructure(
        `${place}: the agent is driven by code of its own, and has no model that could be asked.`,
        "Let the driver ask its model itself, or leave the driver out."
      )
    : infrastructure(
        `${place}: the plan names a provider of the kind "${kind}", which this version does not know.`,
        "Compile the suite again with this version."
      )
