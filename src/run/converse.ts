/**
 * Performs the built-in agent loop against a model and its tools, with every exchange kept.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { identity } from "effect/Function"
import type { Exchange } from "../domain/Cassette.ts"
import type { Cell } from "../domain/Plan.ts"
import { Budget } from "../services/Budget.ts"
import { Model, type Request } from "../services/Model.ts"
import type { ToolSession } from "../services/ToolHub.ts"
import { answerTo } from "./answerTo.ts"
import { budgetOf, timedOut } from "./faults.ts"
import { advance, type Step, start } from "./loop.ts"
import { messagesOf, type PlannedCall } from "./rounds.ts"

/** Exchanges are put where they stay known, however the run ends. */
export const converse = Effect.fnUntraced(function* (
  cell: Cell,
  run: number,
  session: ToolSession,
  exchanges: Array<Exchange>
) {
  let step: Step = start(cell)
  while (step.command._tag !== "Stop") {
    if (step.command._tag === "Ask") {
      const messages = messagesOf(step.state)
      const [answer, latency_ms] = yield* timed(ask({ cell, run, messages, tools: session.tools }))
      exchanges.push({ kind: "model", answer, latency_ms })
      step = advance(step.state, { _tag: "Answered", answer })
    } else {
      const calls = step.command.calls
      const answers = yield* Effect.forEach(calls, (planned) => timed(performCall(cell, session, planned)), {
        concurrency: "unbounded"
      })
      exchanges.push(
        ...answers.map(([answer, latency_ms], at) => ({
          kind: "tool" as const,
          call: calls[at]!.call,
          answer,
          latency_ms
        }))
      )
      step = advance(step.state, { _tag: "Returned", answers: answers.map(([answer]) => answer) })
    }
  }
})

/** A fault answers for the server, or has its way with what the server answers. It costs no wall time either way. */
const performCall = (cell: Cell, session: ToolSession, { call, faulted }: PlannedCall) => {
  if (faulted?.timed_out === true) return Effect.succeed(timedOut(budgetOf(cell.behaviour)))
  if (faulted?.answer !== undefined) return Effect.succeed(faulted.answer)
  return Effect.map(answerTo(cell, session, call), faulted?.damage ?? identity)
}

/** The longest answer is set aside before the model is asked. */
const ask = Effect.fnUntraced(function* (request: Request) {
  const budget = yield* Budget
  const reserved = request.cell.behaviour.options.max_tokens
  yield* budget.reserve(reserved)
  const answer = yield* (yield* Model).ask(request).pipe(Effect.onError(() => budget.settle(reserved, 0)))
  yield* budget.settle(reserved, answer.usage === undefined ? reserved : answer.usage.input + answer.usage.output)
  return answer
})

const timed = <A, E, R>(self: Effect.Effect<A, E, R>): Effect.Effect<readonly [A, number], E, R> =>
  Effect.gen(function* () {
    const before = yield* Clock.currentTimeMillis
    const value = yield* self
    return [value, (yield* Clock.currentTimeMillis) - before] as const
  })
