/**
 * The session of an agent of the user's own: the only way to its tools, so all that goes through is noted, and open to
 * faults.
 */
import * as Clock from "effect/Clock"
import type * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as FiberSet from "effect/FiberSet"
import { identity } from "effect/Function"
import type { AskedCall, ToolAnswer, Usage } from "../domain/Cassette.ts"
import type { Session } from "../domain/Driver.ts"
import { issue } from "../domain/issues.ts"
import type { JsonObject } from "../domain/Json.ts"
import type { Cell } from "../domain/Plan.ts"
import type { OfferedTool } from "../domain/Tool.ts"
import { Infrastructure } from "../services/Infrastructure.ts"
import type { ToolSession } from "../services/ToolHub.ts"
import { callWithTimeout } from "./callWithTimeout.ts"
import { budgetOf, type Counts, type Faulted, faultFor, timedOut } from "../agentLoop/faults.ts"
import type { Said } from "./driverTurns.ts"
import { external } from "./virtualClock.ts"

/** Trying again for ever costs no time here: without an end to it, nothing else would end it. */
const MAX_CALLS = 10_000

export interface OpenSession {
  readonly session: Session
  readonly log: Log
  /** Calls wait until somebody says which. */
  readonly clock: Deferred.Deferred<RunClock>
  /** Fails with the first call that fails for a reason outside the agent: what the agent makes of it is not judged. */
  readonly broken: Effect.Effect<never, Infrastructure>
}

/** The clock of a run, whichever fiber or promise a call is made from. */
export interface RunClock {
  readonly kind: "virtual" | "wall"
  readonly context: Context.Context<never>
  /** Milliseconds since the run began. */
  readonly now: () => number
}

/** What went through the session, in the order in which it was asked for. */
export interface Log {
  readonly calls: Array<NotedCall>
  readonly said: Array<Said>
  counts: Counts
  /** How many calls have started or ended. */
  events: number
  spent: Usage | undefined
}

/** Without an end it is still open; with an end but no answer, the agent gave it up. */
export interface NotedCall {
  readonly call: AskedCall
  /** How many turns the agent had said by then. */
  readonly saidBefore: number
  readonly faulted: Faulted | undefined
  start_ms: number
  end_ms?: number
  /** When it started and ended among all that happened. */
  started: number
  ended?: number
  answer?: ToolAnswer
}

/** The calls that are still open when its scope closes are interrupted. */
export const openSession = Effect.fnUntraced(function* (cell: Cell, tools: ToolSession) {
  const { prompt, system } = cell.behaviour
  const log: Log = { calls: [], said: [], counts: new Map(), events: 0, spent: undefined }
  const clock = yield* Deferred.make<RunClock>()
  const broken = yield* Deferred.make<never, Infrastructure>()
  const fork = yield* FiberSet.makeRuntime<never, ToolAnswer, Infrastructure>()
  const callEffect = (tool: string, args: JsonObject = {}) =>
    Effect.suspend(() => {
      if (log.calls.length === MAX_CALLS) return Effect.fail(endless(cell))
      const noted = note(cell, log, { ...addressOf(tools.tools, tool), args })
      return Effect.flatMap(Deferred.await(clock), (known) => answered(cell, tools, log, noted, known))
    }).pipe(Effect.tapCause((cause) => Deferred.failCause(broken, cause)))
  const session: Session = {
    prompt,
    ...(system !== undefined && { system }),
    tools: tools.tools,
    callEffect,
    // Never rejected: a call that fails ends the run, and nobody waits for one that was interrupted.
    call: (tool, args) =>
      new Promise((resolve) => {
        fork(callEffect(tool, args)).addObserver((exit) => {
          if (Exit.isSuccess(exit)) resolve(exit.value)
        })
      }),
    say: (text, turn) => {
      log.said.push({ text, calls: turn?.calls })
    },
    usage: ({ input, output }) => {
      log.spent = { input: (log.spent?.input ?? 0) + input, output: (log.spent?.output ?? 0) + output }
    }
  }
  return { session, log, clock, broken: Deferred.await(broken) } satisfies OpenSession
})

/** The clock of the fiber that asks: the time of its run begins now. */
export const beginTime = Effect.fnUntraced(function* (kind: RunClock["kind"]) {
  const context = yield* Effect.context<never>()
  const clock = yield* Clock.Clock
  const origin = clock.monotonicTimeNanosUnsafe()
  const elapsed = () => Number(clock.monotonicTimeNanosUnsafe() - origin) / 1e6
  return { kind, context, now: kind === "wall" ? () => Math.round(elapsed()) : elapsed } satisfies RunClock
})

const endless = ({ name }: Cell): Infrastructure =>
  new Infrastructure({
    issue: issue("INFRASTRUCTURE", `${name}: the agent made ${MAX_CALLS} calls and wanted more.`, "Let it give up.")
  })

const note = ({ behaviour }: Cell, log: Log, asked: Omit<AskedCall, "id">): NotedCall => {
  const call = { id: `c${log.calls.length + 1}`, ...asked }
  const { counts, faulted } = faultFor(behaviour, log.counts, call)
  const noted: NotedCall = { call, saidBefore: log.said.length, faulted, start_ms: 0, started: 0 }
  log.counts = counts
  log.calls.push(noted)
  return noted
}

/** `server/name`, or a name that one server has. What nobody has is called all the same: the answer says so. */
const addressOf = (tools: ReadonlyArray<OfferedTool>, tool: string): Pick<AskedCall, "server" | "name"> => {
  const found =
    tools.find(({ name, server }) => `${server}/${name}` === tool) ?? tools.find(({ name }) => name === tool)
  return found === undefined ? { server: "", name: tool } : { server: found.server, name: found.name }
}

const answered = (cell: Cell, tools: ToolSession, log: Log, noted: NotedCall, { context, now }: RunClock) =>
  Effect.gen(function* () {
    noted.start_ms = now()
    noted.started = log.events++
    const answer = yield* answerFor(cell, tools, noted)
    if (noted.faulted !== undefined) yield* Effect.sleep(Math.max(0, noted.start_ms + noted.faulted.takes_ms - now()))
    return answer
  }).pipe(
    Effect.onExit((exit) =>
      Effect.sync(() => {
        noted.end_ms = now()
        noted.ended = log.events++
        if (Exit.isSuccess(exit)) noted.answer = exit.value
      })
    ),
    Effect.provideContext(context)
  )

/** A fault answers for the server, or has its way with what the server answers. */
const answerFor = (cell: Cell, tools: ToolSession, { call, faulted }: NotedCall) => {
  if (faulted?.timed_out === true) return Effect.succeed(timedOut(budgetOf(cell.behaviour)))
  if (faulted?.answer !== undefined) return Effect.succeed(faulted.answer)
  return Effect.map(external(callWithTimeout(cell, tools, call)), faulted?.damage ?? identity)
}
