/**
 * The model, answered live by its provider.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { ModelAnswer } from "../../domain/Cassette.ts"
import type { Cell } from "../../domain/Plan.ts"
import type { Address } from "../../providers/Address.ts"
import { providers, recordOf } from "../../providers/providers.ts"
import type { ModelCode, ProviderRecord } from "../../providers/ProviderRecord.ts"
import { failureMessage } from "../../providers/wire/failureMessage.ts"
import { type Failure, noKey } from "../../providers/wire/Failure.ts"
import { type Limiter, makeLimiter } from "../../providers/wire/limiter.ts"
import { type GaveUp, retry } from "../../providers/wire/retry.ts"
import type { Infrastructure } from "../../services/Infrastructure.ts"
import { Model } from "../../services/Model.ts"
import type { Environment } from "../../std/Environment.ts"
import { once } from "../../std/once.ts"
import { infrastructure } from "./infrastructure.ts"

export interface Options {
  /** Streams all answers. By default only those are streamed that the provider gives no other way: long ones. */
  readonly stream?: boolean
  /** What suites carry for their models beside the plan, by cell. */
  readonly codes?: ReadonlyMap<string, ModelCode>
}

interface Reached {
  readonly record: ProviderRecord
  readonly address: Address
}

/** Keys and addresses come from `environment`, never from the process. */
export const layer = (environment: Environment, { codes, stream = false }: Options = {}): Layer.Layer<Model> =>
  Layer.sync(Model, () => {
    /** By the name of the provider, which is that of the host for a server of the user's own. */
    const limiters = new Map<string, Limiter>()
    const limiterOf = (name: string): Limiter => {
      const limiter = limiters.get(name) ?? makeLimiter()
      limiters.set(name, limiter)
      return limiter
    }
    const asking = new Map(providers.map((record) => [record, once(record.ask)]))
    /** By the name of the provider: why it does not accept the key. */
    const rejected = new Map<string, Failure>()
    const noticeRejection =
      ({ name }: Address) =>
      ({ failure }: GaveUp) =>
        Effect.sync(() => {
          if (failure.status === 401) rejected.set(name, failure)
        })
    const reach = (cell: Cell, run: number): Effect.Effect<Reached, Infrastructure> => {
      const record = recordOf(cell.provider)
      if (record === undefined) return Effect.fail(noModel(cell, run))
      const address = record.address(cell.provider, environment)
      const failure = address.lacksKey ? noKey : rejected.get(address.name)
      return failure === undefined
        ? Effect.succeed({ record, address })
        : Effect.fail(failureMessage({ cell, run }, address)({ failure, attempts: 1 }))
    }
    return {
      ready: reach,
      ask: (request) =>
        Effect.flatMap(reach(request.cell, request.run), ({ address, record }) => {
          const code = codes?.get(request.cell.id)
          const answer = Effect.flatMap(Effect.promise(asking.get(record) ?? record.ask), ({ ask }) =>
            ask({ request, address, stream, code })
          )
          const { answered, limited } = limiterOf(address.name)
          return retry(limited(answer), answered).pipe(
            Effect.map((given) => withoutAskedModel(given, request.cell)),
            Effect.tapError(noticeRejection(address)),
            Effect.mapError(failureMessage(request, address))
          )
        })
    }
  })

/** A model that answers under the name that was asked for tells nothing of its snapshot. */
const withoutAskedModel = ({ model, ...answer }: ModelAnswer, { behaviour }: Cell): ModelAnswer =>
  model === undefined || model === behaviour.model ? answer : { ...answer, model }

/** A driver asks its model itself, and an agent that was imported has none. */
const noModel = ({ behaviour, name, provider: { kind } }: Cell, run: number) =>
  kind === "driver"
    ? infrastructure(
        `${name}, run #${run} was imported from ${behaviour.driver?.name}: there is no agent that could be run.`,
        "Import the files again with passhat import, or give the agent a model or a driver and record it."
      )
    : infrastructure(
        `${name}, run #${run}: the plan names a provider of the kind "${kind}", which this version does not know.`,
        "Compile the suite again with this version."
      )
