/**
 * Serves the tools of a run as an MCP server on the loopback interface, for an agent in another process and for the MCP client
 * of a framework in this one.
 */
import * as Effect from "effect/Effect"
import * as FiberSet from "effect/FiberSet"
import { setImmediate } from "node:timers"
import type { ToolAnswer } from "../../../../base/domain/recording/Cassette.ts"
import type { ServedTools } from "../../../services/Driver.ts"
import { type Infrastructure, isInfrastructure } from "../../../services/Infrastructure.ts"
import type { RequestHandler } from "../../platform/respond.ts"
import { infrastructure } from "../infrastructure.ts"
import { errorSentence } from "../mcp/errorText.ts"
import { openEndpoint } from "../models/endpoint.ts"
import { mcpOverHttp } from "./mcpOverHttp.ts"
import { toolServer } from "./toolServer.ts"

/** A call that was served, in the order in which they came. */
export interface Served {
  readonly address: string
  readonly traceparent: string | undefined
  id?: string
}

/** Open until `close` or the end of the scope. `others` are handlers of other paths of the same endpoint. */
export const serveTools = Effect.fnUntraced(function* (
  session: ServedTools,
  others: Readonly<Record<string, RequestHandler>> = {}
) {
  const calls = yield* FiberSet.make<ToolAnswer, Error>()
  const served: Array<Served> = []
  const sdk = yield* Effect.promise(() => import("@modelcontextprotocol/server"))
  const start = yield* FiberSet.runtimePromise(calls)()
  const serve = toolServer(sdk, session, (address, args, signal, traceparent) => {
    const one: Served = { address, traceparent }
    served.push(one)
    return start(session.callServed(address, args, { arrived, onNoted: (id) => (one.id = id) }), { signal })
  })
  const { close, url } = yield* openEndpoint({ "/mcp": mcpOverHttp(sdk, serve), ...others })
  return { base: url, url: `${url}/mcp`, close, served, failed: failureOf(calls) }
})

/**
 * A client that gives up a call closes its connection and then makes the next call. Both wait at this process by then, and the runtime
 * may tell of the call first: some turns of the event loop later it has told of the closed connection too.
 */
const arrived = Effect.promise(async () => {
  for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => void setImmediate(resolve))
})

/** A call that fails for a reason outside the agent ends the run, because the agent must not be judged by it. */
const failureOf = (calls: FiberSet.FiberSet<ToolAnswer, Error>): Effect.Effect<never, Infrastructure> =>
  FiberSet.join(calls).pipe(
    Effect.mapError((error) =>
      isInfrastructure(error)
        ? error
        : infrastructure(`A tool call of the agent failed: ${errorSentence(error)}`, "Check the server of the tool.")
    ),
    Effect.andThen(Effect.never)
  )
