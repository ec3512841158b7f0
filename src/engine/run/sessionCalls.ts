/**
 * The calls that an agent of the user's own makes in its session: each is noted when it is made, open to faults, and answered.
 */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { identity } from "effect/Function"
import { budgetOf, faultFor, timedOut } from "../agentLoop/faults.ts"
import type { AskedCall, ToolAnswer } from "../../base/domain/recording/Cassette.ts"
import type { JsonObject } from "../../base/domain/Json.ts"
import type { Cell } from "../../base/domain/plan/Plan.ts"
import type { OfferedTool } from "../../base/domain/plan/Tool.ts"
import { answerWithoutBytes, bytesIn } from "../../base/domain/recording/withoutBytes.ts"
import type { ToolSession } from "../services/ToolHub.ts"
import { calling } from "../services/Waits.ts"
import { callWithTimeout } from "./callWithTimeout.ts"
import type { RunClock } from "./runClock.ts"
import type { Log, NotedCall } from "./sessionLog.ts"
import { external } from "./virtualClock.ts"

export const noteCall = (
  { behaviour }: Cell,
  { tools }: ToolSession,
  log: Log,
  tool: string,
  args: JsonObject
): NotedCall => {
  const call: AskedCall = { id: `c${log.calls.length + 1}`, ...addressOf(tools, tool), args }
  const { counts, faulted } = faultFor(behaviour, log.counts, call)
  const noted: NotedCall = { call, reportedBefore: log.reported.length, faulted, start_ms: 0, started: 0 }
  log.counts = counts
  log.calls.push(noted)
  return noted
}

/** `server/name`, or a name that one server has. What no server has is called all the same: the answer says so. */
const addressOf = (tools: ReadonlyArray<OfferedTool>, tool: string): Pick<AskedCall, "server" | "name"> => {
  const found =
    tools.find(({ name, server }) => `${server}/${name}` === tool) ?? tools.find(({ name }) => name === tool)
  return found === undefined ? { server: "", name: tool } : { server: found.server, name: found.name }
}

export const answerCall = (
  cell: Cell,
  tools: ToolSession,
  log: Log,
  noted: NotedCall,
  { context, now }: RunClock,
  arrived: Effect.Effect<void>
) =>
  Effect.gen(function* () {
    begin(log, noted)
    if (arrived !== Effect.void) {
      yield* arrived
      begin(log, noted)
    }
    const answer = yield* calling(noted.call)(answerFor(cell, tools, noted))
    if (noted.faulted !== undefined) yield* Effect.sleep(Math.max(0, noted.start_ms + noted.faulted.takes_ms - now()))
    return answer
  }).pipe(
    Effect.onExit((exit) =>
      Effect.sync(() => {
        if (Exit.isFailure(exit)) return endCall(log, noted)
        for (const [sha256, base64] of bytesIn(exit.value)) log.media.set(sha256, base64)
        endCall(log, noted, answerWithoutBytes(exit.value))
      })
    ),
    Effect.provideContext(context)
  )

const begin = (log: Log, noted: NotedCall): void => {
  noted.start_ms = log.now()
  noted.started = log.events++
}

/** A call that was given up has ended already when its fiber ends. */
export const endCall = (log: Log, noted: NotedCall, answer?: ToolAnswer): void => {
  if (noted.ended !== undefined) return
  noted.end_ms = log.now()
  noted.ended = log.events++
  if (answer !== undefined) noted.answer = answer
}

/** A fault answers for the server, or has its way with what the server answers. */
const answerFor = (cell: Cell, tools: ToolSession, { call, faulted }: NotedCall) => {
  if (faulted?.timed_out === true) return Effect.succeed(timedOut(budgetOf(cell.behaviour)))
  if (faulted?.answer !== undefined) return Effect.succeed(faulted.answer)
  if (faulted?.damage !== undefined && tools.received !== undefined) return external(tools.received(call))
  return Effect.map(external(callWithTimeout(cell, tools, call)), faulted?.damage ?? identity)
}
