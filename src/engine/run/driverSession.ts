/**
 * The session of an agent of the user's own: the only way to its tools, so all that goes through is noted, and open to
 * faults.
 */
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as Fiber from "effect/Fiber"
import * as FiberSet from "effect/FiberSet"
import * as Scope from "effect/Scope"
import type { ToolAnswer } from "../../base/domain/recording/Cassette.ts"
import { type McpAddress, OWN_SERVER, type Session } from "../../base/domain/recording/Driver.ts"
import { issue } from "../../base/domain/issues.ts"
import type { JsonObject } from "../../base/domain/Json.ts"
import type { Cell } from "../../base/domain/plan/Plan.ts"
import {
  type AgentSession,
  McpEndpoints,
  ModelProxies,
  type ModelProxy,
  type ServedTools,
  type UserCode
} from "../services/Driver.ts"
import { Infrastructure } from "../services/Infrastructure.ts"
import type { ToolSession } from "../services/ToolHub.ts"
import { Waits } from "../services/Waits.ts"
import { instructionsOf, sentImages } from "./instructions.ts"
import type { RunClock } from "./runClock.ts"
import { answerCall, endCall, noteCall } from "./sessionCalls.ts"
import { type Log, type NotedCall, emptyLog, hear, reporting, saidBefore, tell } from "./sessionLog.ts"

/** Trying again for ever costs no time here: without an end to it, nothing else would end it. */
const MAX_CALLS = 10_000

export interface OpenSession {
  /** The session of the next message of the user. */
  readonly begin: (said: string) => AgentSession
  readonly log: Log
  /** Calls wait until it is set. */
  readonly clock: Deferred.Deferred<RunClock>
  /** Fails with the first call that fails for a reason outside the agent: what the agent makes of it is not judged. */
  readonly broken: Effect.Effect<never, Infrastructure>
}

/** The calls that are still open when its scope closes are interrupted. */
export const openSession = Effect.fnUntraced(function* (cell: Cell, run: number, code: UserCode, tools: ToolSession) {
  const { system } = cell.behaviour
  const instructions = instructionsOf(tools.servers)
  const log = emptyLog()
  const clock = yield* Deferred.make<RunClock>()
  const broken = yield* Deferred.make<never, Infrastructure>()
  const fork = yield* FiberSet.makeRuntime<never, ToolAnswer | McpAddress | ModelProxy, Infrastructure>()
  const noting = (
    tool: string,
    args: JsonObject = {},
    onNoted?: (noted: NotedCall) => void,
    arrived: Effect.Effect<void> = Effect.void
  ) =>
    Effect.suspend(() => {
      if (log.calls.length === MAX_CALLS) return Effect.fail(endless(cell))
      const noted = noteCall(cell, tools, log, tool, args)
      onNoted?.(noted)
      return Effect.flatMap(Deferred.await(clock), (known) => answerCall(cell, tools, log, noted, known, arrived))
    }).pipe(Effect.tapCause((cause) => Deferred.failCause(broken, cause)))
  const callEffect: Session["callEffect"] = (tool, args) => noting(tool, args)
  const callServed: ServedTools["callServed"] = (tool, args, { arrived, onNoted }) =>
    noting(tool, args, ({ call }) => onNoted?.(call.id), arrived)
  const openMcp = (yield* McpEndpoints)
    .open({ tools: tools.tools, ...(instructions !== undefined && { instructions }), callServed })
    .pipe(
      Effect.provideService(Scope.Scope, yield* Effect.scope),
      Effect.tapCause((cause) => Deferred.failCause(broken, cause))
    )
  const openProxy = (yield* ModelProxies)
    .open(cell, run, (error) => Deferred.doneUnsafe(broken, Exit.fail(error)))
    .pipe(
      Effect.provideService(Scope.Scope, yield* Effect.scope),
      Effect.tap((proxy) => Effect.sync(() => (log.proxy = proxy))),
      Effect.tapCause((cause) => Deferred.failCause(broken, cause))
    )
  let mcp: Promise<McpAddress> | undefined
  let proxy: Promise<ModelProxy> | undefined
  const addressFor = async (api: keyof ModelProxy["addresses"]): Promise<string> =>
    (await (proxy ??= resolved(fork(openProxy)))).addresses[api]
  const memory: Session["memory"] = {}
  const signal = yield* signalOfRun
  const reports = reporting(log, (yield* Waits).used)
  const sessionFor = (prompt: string): AgentSession => ({
    prompt,
    images: sentImages(cell.behaviour, code, log.parts.length),
    messages: saidBefore(log),
    memory,
    ...(system !== undefined && { system }),
    ...(instructions !== undefined && { instructions }),
    model: cell.model,
    run,
    signal,
    tools: tools.tools,
    get mcp() {
      return (mcp ??= resolved(fork(openMcp)))
    },
    modelProxy: {
      get anthropic() {
        return addressFor("anthropic")
      },
      get openai() {
        return addressFor("openai")
      }
    },
    callEffect,
    call: (tool, args, { signal: given } = {}) => {
      if (given?.aborted === true) return Promise.reject(given.reason)
      let noted: NotedCall | undefined
      const fiber = fork(noting(tool, args, (one) => (noted = one)))
      if (given === undefined) return resolved(fiber)
      return new Promise((resolve, reject) => {
        const abandon = () => {
          // At once, since what the agent calls next has to begin after it.
          if (noted !== undefined) endCall(log, noted)
          fiber.interruptUnsafe()
          reject(given.reason)
        }
        given.addEventListener("abort", abandon, { once: true })
        fiber.addObserver((exit) => {
          given.removeEventListener("abort", abandon)
          if (Exit.isSuccess(exit)) resolve(exit.value)
        })
      })
    },
    ...reports,
    callServed,
    told: (steps, turns) => tell(log, steps, turns),
    unreadable: (count, text) => {
      log.unreadable = { server: OWN_SERVER, kind: "report", count, text }
    }
  })
  const begin = (said: string): AgentSession => {
    hear(log, said)
    return sessionFor(said)
  }
  return { begin, log, clock, broken: Deferred.await(broken) } satisfies OpenSession
})

/** Aborted only if the run ends before its agent: an agent that has returned may have listeners left that would throw. */
const signalOfRun = Effect.map(
  Effect.acquireRelease(
    Effect.sync(() => new AbortController()),
    (controller, exit) => Effect.sync(() => Exit.isFailure(exit) && controller.abort(new Error("The run has ended.")))
  ),
  ({ signal }) => signal
)

/** Never rejected: what fails ends the run, and no agent waits for what was interrupted. */
const resolved = <A>(fiber: Fiber.Fiber<A, unknown>): Promise<A> =>
  new Promise((resolve) => {
    fiber.addObserver((exit) => {
      if (Exit.isSuccess(exit)) resolve(exit.value)
    })
  })

const endless = ({ name }: Cell): Infrastructure =>
  new Infrastructure({
    issue: issue("INFRASTRUCTURE", `${name}: the agent made ${MAX_CALLS} calls and wanted more.`, "Let it give up.")
  })
