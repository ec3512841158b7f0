/**
 * Runs an agent in another process, in any language. Its tools are behind an MCP endpoint on loopback, so that every
 * call is seen; what it prints is its final response.
 */
import * as Effect from "effect/Effect"
import * as FiberSet from "effect/FiberSet"
import * as Layer from "effect/Layer"
import type { ToolAnswer } from "../../../domain/Cassette.ts"
import { Commands, type Session } from "../../../services/Driver.ts"
import { Infrastructure } from "../../../services/Infrastructure.ts"
import type { Environment } from "../mcp/childEnvironment.ts"
import { makeReaper } from "../mcp/reaper.ts"
import { sentence } from "../mcp/words.ts"
import { startAgent } from "./agentProcess.ts"
import { broken } from "./broken.ts"
import { conversations } from "./conversations.ts"
import { openEndpoint } from "./endpoint.ts"
import { toolServer } from "./toolServer.ts"

/** The command is the user's own agent with keys of its own, so it inherits the whole environment that is given here. */
export const layer = (environment: Environment, cwd?: string): Layer.Layer<never> =>
  Layer.effect(
    Commands,
    Effect.map(makeReaper(environment), (reaper) => ({
      run: Effect.fn("Commands.run")(function* (command: ReadonlyArray<string>, session: Session) {
        const calls = yield* FiberSet.make<ToolAnswer, Error>()
        const endpoint = yield* openEndpoint(yield* answersOf(session, calls))
        const env = {
          ...environment,
          ...reaper.mark,
          PASSHAT_PROMPT: session.prompt,
          PASSHAT_SYSTEM: session.system ?? "",
          PASSHAT_MCP_URL: endpoint.url
        }
        const response = yield* startAgent({ command, env, cwd, reaper })
        // Before the process is stopped: an agent that is asked to end calls no more tools.
        yield* Effect.addFinalizer(() => endpoint.close)
        return yield* Effect.raceFirst(response, failureOf(calls))
      }, Effect.scoped)
    }))
  )

/** The calls that an agent waits for: they are interrupted when it ends. */
type Calls = FiberSet.FiberSet<ToolAnswer, Error>

const answersOf = Effect.fnUntraced(function* (session: Session, calls: Calls) {
  const sdk = yield* Effect.promise(() => import("@modelcontextprotocol/server"))
  const start = yield* FiberSet.runtimePromise(calls)()
  const serve = toolServer(sdk, session.tools, (address, args, signal) =>
    start(session.callEffect(address, args), { signal })
  )
  return conversations(sdk, serve)
})

/** A call that fails for a reason outside the agent ends the run: what the agent makes of it is not judged. */
const failureOf = (calls: Calls): Effect.Effect<never, Infrastructure> =>
  FiberSet.join(calls).pipe(
    Effect.mapError((error) =>
      error instanceof Infrastructure
        ? error
        : broken(`A tool call of the agent failed: ${sentence(error)}`, "Check the server of the tool.")
    ),
    Effect.andThen(Effect.never)
  )
