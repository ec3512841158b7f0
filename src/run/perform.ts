/**
 * Performs one run for real: the agent loop against a model and its tools, with every exchange kept.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { AskedCall, Exchange, RecordedRun, ServerInfo, ToolAnswer } from "../domain/Cassette.ts"
import { issue } from "../domain/Issue.ts"
import type { Cell } from "../domain/Plan.ts"
import { Infrastructure } from "../services/Infrastructure.ts"
import { Model } from "../services/Model.ts"
import { ToolHub, type ToolSession } from "../services/ToolHub.ts"
import { advance, type Step, start } from "./loop.ts"

export interface Performed {
  readonly run: RecordedRun
  /** As they introduced themselves; none if they could not be opened. */
  readonly servers: ReadonlyArray<ServerInfo>
}

/** Never fails: what stands in the way becomes the run's outcome. */
export const perform = Effect.fn("perform")(function* (cell: Cell, index: number) {
  const kept: Kept = { exchanges: [], servers: [] }
  return yield* Effect.scoped(converse(cell, index, kept)).pipe(
    Effect.timeoutOrElse({ duration: cell.run_timeout_ms, orElse: () => Effect.fail(tooLong(cell, index)) }),
    Effect.match({
      onSuccess: (): RecordedRun => ({ index, outcome: { status: "completed" }, exchanges: kept.exchanges }),
      onFailure: ({ issue: why }: Infrastructure): RecordedRun => ({
        index,
        outcome: { status: "infrastructure_error", issue: why },
        exchanges: kept.exchanges
      })
    }),
    Effect.map((run): Performed => ({ run, servers: kept.servers }))
  )
})

/** What is known of a run by the time it ends, however it ends. */
interface Kept {
  readonly exchanges: Array<Exchange>
  servers: ReadonlyArray<ServerInfo>
}

const converse = Effect.fnUntraced(function* (cell: Cell, run: number, kept: Kept) {
  const model = yield* Model
  const session = yield* (yield* ToolHub).open(cell, run)
  kept.servers = session.servers
  let step: Step = start(cell)
  while (step.command._tag !== "Stop") {
    if (step.command._tag === "Ask") {
      const { messages } = step.command
      const [answer, latency_ms] = yield* timed(model.ask({ cell, run, messages, tools: session.tools }))
      kept.exchanges.push({ kind: "model", answer, latency_ms })
      step = advance(step.state, { _tag: "Answered", answer })
    } else {
      const calls = step.command.calls
      const answers = yield* Effect.forEach(calls, (call) => timed(answerTo(cell, session, call)), {
        concurrency: "unbounded"
      })
      kept.exchanges.push(
        ...answers.map(([answer, latency_ms], at) => ({ kind: "tool" as const, call: calls[at]!, answer, latency_ms }))
      )
      step = advance(step.state, { _tag: "Returned", answers: answers.map(([answer]) => answer) })
    }
  }
})

/** How long a call may take where neither the agent nor a gate says. */
const CALL_BUDGET_MS = 30_000

/** A call that takes too long is cancelled, and the agent is told so. */
const answerTo = (cell: Cell, session: ToolSession, call: AskedCall): Effect.Effect<ToolAnswer, Infrastructure> => {
  const { call_budget_ms, options } = cell.behaviour
  const duration = options.call_timeout_ms ?? call_budget_ms ?? CALL_BUDGET_MS
  return session.call(call).pipe(Effect.timeoutOrElse({ duration, orElse: () => Effect.succeed(timedOut(duration)) }))
}

const timedOut = (millis: number): ToolAnswer => ({
  is_error: true,
  content: [{ type: "text", text: `The tool did not answer within ${millis} ms.` }],
  timed_out: true
})

const timed = <A, E, R>(self: Effect.Effect<A, E, R>): Effect.Effect<readonly [A, number], E, R> =>
  Effect.gen(function* () {
    const before = yield* Clock.currentTimeMillis
    const value = yield* self
    return [value, (yield* Clock.currentTimeMillis) - before] as const
  })

const tooLong = (cell: Cell, index: number): Infrastructure =>
  new Infrastructure({
    issue: issue(
      "INFRASTRUCTURE",
      `${cell.name}, run #${index} took longer than ${cell.run_timeout_ms} ms.`,
      "Give it more time with runTimeout."
    )
  })
