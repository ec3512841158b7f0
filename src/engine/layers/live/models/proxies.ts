/**
 * What is between an agent of the user's own and its model while the agent runs for real: an address on this machine, whose requests
 * are passed on and kept.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { ModelProxies } from "../../../services/Driver.ts"
import { RequestLimits } from "../../../services/RequestLimits.ts"
import type { Environment } from "../../../../base/std/Environment.ts"
import { openEndpoint } from "./endpoint.ts"
import { addressesAt, apiHandlers, apisOf } from "./apis.ts"
import { forwarding } from "./forward.ts"
import { limited } from "./limited.ts"

export const layer = (environment: Environment): Layer.Layer<never> =>
  Layer.sync(ModelProxies, () => {
    const apis = apisOf(environment)
    return {
      open: Effect.fn("ModelProxies.open")(function* (cell, _run, fail) {
        const { exchanges, handle } = yield* Effect.acquireRelease(Effect.sync(forwarding), (open) =>
          Effect.sync(open.abort)
        )
        const requests = yield* RequestLimits
        const limits = requests && { cell, requests, fail }
        const { url } = yield* openEndpoint(apiHandlers(apis, limits === undefined ? handle : limited(limits, handle)))
        return { addresses: addressesAt(apis, url), exchanges: Effect.promise(exchanges) }
      })
    }
  })
