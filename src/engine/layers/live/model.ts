/**
 * The model, answered live by its provider.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Clock from "effect/Clock"
import type { ModelAnswer } from "../../../base/domain/recording/Cassette.ts"
import type { Cell } from "../../../base/domain/plan/Plan.ts"
import type { Address } from "../../../edges/providers/Address.ts"
import { providers, recordOf } from "../../../edges/providers/providers.ts"
import type { ModelCode, ProviderRecord } from "../../../edges/providers/ProviderRecord.ts"
import { failureMessage } from "../../../edges/providers/wire/failureMessage.ts"
import { type Failure, isCrowded, noKey } from "../../../edges/providers/wire/Failure.ts"
import { type Limiter, makeLimiter } from "../../../edges/providers/wire/limiter.ts"
import { type GaveUp, boundedWait, retry } from "../../../edges/providers/wire/retry.ts"
import type { Infrastructure } from "../../services/Infrastructure.ts"
import { type Message, Model, type Request } from "../../services/Model.ts"
import type { Environment } from "../../../base/std/Environment.ts"
import { once } from "../../../base/std/once.ts"
import { infrastructure } from "./infrastructure.ts"
import { type AskedRequest, RequestLimits } from "../../services/RequestLimits.ts"
import { waitingFor } from "../../services/Waits.ts"

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
      if (record === undefined) return Effect.fail(noModel(`${cell.name}, run #${run}`, cell.provider.kind))
      const address = record.address(cell.provider, environment)
      const failure = address.lacksKey ? noKey : rejected.get(address.name)
      return failure === undefined
        ? Effect.succeed({ record, address })
        : Effect.fail(failureMessage({ cell, run }, address)({ failure, attempts: 1 }))
    }
    return {
      ready: (cell, run) => (cell.provider.kind === "driver" ? Effect.fail(onlyImported(cell, run)) : reach(cell, run)),
      ask: (request) =>
        Effect.flatMap(reach(request.cell, request.run), ({ address, record }) => {
          if (request.messages.some(lacksBytes)) return Effect.fail(noImage(request))
          const code = codes?.get(request.cell.id)
          const answer = Effect.flatMap(Effect.promise(asking.get(record) ?? record.ask), ({ ask }) =>
            ask({ request, address, stream, code })
          )
          const { answered, limited } = limiterOf(address.name)
          return retry(limited(sharedLimits(request.cell, answer)), answered).pipe(
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

const noModel = (place: string, kind: string): Infrastructure =>
  kind === "driver"
    ? infrastructure(
        `${place}: the agent is driven by code of its own, and has no model that could be asked.`,
        "Let the driver ask its model itself, or leave the driver out."
      )
    : infrastructure(
        `${place}: the plan names a provider of the kind "${kind}", which this version does not know.`,
        "Compile the suite again with this version."
      )

/** An agent that is to be run and has neither a model nor a driver's code. */
const onlyImported = ({ behaviour, name }: Cell, run: number): Infrastructure =>
  infrastructure(
    `${name}, run #${run} was imported from ${behaviour.driver?.name}: there is no agent that could be run.`,
    "Import the files again with passhat import, or give the agent a model or a driver and record it."
  )

const lacksBytes = (message: Message): boolean =>
  message.role === "user" && (message.images ?? []).some(({ data }) => data === "")

const noImage = ({ cell, run }: Request): Infrastructure =>
  infrastructure(
    `${cell.name}, run #${run}: an image of the user is not at hand here.`,
    "Run the suite itself, which reads the file."
  )

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
