/**
 * Runs an agent in another process, in any language. It reaches its tools through an MCP endpoint on the loopback interface,
 * which records every call; what it prints is its final response.
 */
import * as Effect from "effect/Effect"
import * as FiberSet from "effect/FiberSet"
import * as Layer from "effect/Layer"
import type { ToolAnswer } from "../../../domain/Cassette.ts"
import { Commands, type Session } from "../../../services/Driver.ts"
import { Infrastructure } from "../../../services/Infrastructure.ts"
import type { Environment } from "../../../std/Environment.ts"
import { makeReaper } from "../mcp/reaper.ts"
import { infrastructure } from "../infrastructure.ts"
import { errorSentence } from "../mcp/errorText.ts"
import { startAgent } from "./agentProcess.ts"
import { openEndpoint } from "./endpoint.ts"
import { mcpOverHttp } from "./mcpOverHttp.ts"
import { toolServer } from "./toolServer.ts"

/** The command is the user's own agent, which needs keys, so it inherits all of `environment`. */
export const layer = (environment: Environment, cwd?: string): Layer.Layer<never> =>
  Layer.effect(
    Commands,
    Effect.map(makeReaper(environment), (reaper) => ({
      run: Effect.fn("Commands.run")(function* (command: ReadonlyArray<string>, session: Session) {
        const calls = yield* FiberSet.make<ToolAnswer, Error>()
        const endpoint = yield* openEndpoint(yield* handlerFor(session, calls))
        const env = {
          ...environment,
          ...reaper.mark,
          PASSHAT_PROMPT: session.prompt,
          PASSHAT_SYSTEM: session.system ?? "",
          PASSHAT_MCP_URL: endpoint.url
        }
        const response = yield* startAgent({ command, env, cwd, reaper })
        // Finalizers run in reverse, so this closes the endpoint before the agent is stopped: it calls no more tools then.
        yield* Effect.addFinalizer(() => endpoint.close)
        return yield* Effect.raceFirst(response, failureOf(calls))
      }, Effect.scoped)
    }))
  )

/** The running calls of an agent, interrupted when it ends. */
type Calls = FiberSet.FiberSet<ToolAnswer, Error>

const handlerFor = Effect.fnUntraced(function* (session: Session, calls: Calls) {
  const sdk = yield* Effect.promise(() => import("@modelcontextprotocol/server"))
  const start = yield* FiberSet.runtimePromise(calls)()
  const serve = toolServer(sdk, session.tools, (address, args, signal) =>
    start(session.callEffect(address, args), { signal })
  )
  return mcpOverHttp(sdk, serve)
})

/** A call that fails for a reason outside the agent ends the run, because the agent must not be judged by it. */
const failureOf = (calls: Calls): Effect.Effect<never, Infrastructure> =>
  FiberSet.join(calls).pipe(
    Effect.mapError((error) =>
      error instanceof Infrastructure
        ? error
        : infrastructure(`A tool call of the agent failed: ${errorSentence(error)}`, "Check the server of the tool.")
    ),
    Effect.andThen(Effect.never)
  )
