/**
 * Performs the built-in agent against a model and its tools, and keeps every exchange.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { identity } from "effect/Function"
import type { Faulted } from "../agentLoop/faults.ts"
import { budgetOf, timedOut } from "../agentLoop/faults.ts"
import { type TraceBuilder, traceBuilder } from "../agentLoop/traceBuilder.ts"
import type { AskedCall, Exchange } from "../domain/Cassette.ts"
import type { Cell } from "../domain/Plan.ts"
import { Budget } from "../services/Budget.ts"
import { type Message, Model, type Request } from "../services/Model.ts"
import type { ToolSession } from "../services/ToolHub.ts"
import { callWithTimeout } from "./callWithTimeout.ts"

/** Adds each exchange to the caller's array, so that they are known however the run ends. */
export const converse = Effect.fnUntraced(function* (
  cell: Cell,
  run: number,
  session: ToolSession,
  exchanges: Array<Exchange>
) {
  const builder = traceBuilder(cell.behaviour)
  for (let isAsking = true; isAsking;) {
    const messages = messagesOf(cell, builder)
    const [answer, latency_ms] = yield* timed(ask({ cell, run, messages, tools: session.tools }))
    exchanges.push({ kind: "model", answer, latency_ms })
    const calls = builder.answered(answer)
    if (calls === undefined) return
    const answers = yield* Effect.forEach(
      calls,
      (call, at) => timed(performCall(cell, session, call, builder.faultAt(at))),
      { concurrency: "unbounded" }
    )
    exchanges.push(
      ...answers.map(([made, took], at) => ({
        kind: "tool" as const,
        call: calls[at]!,
        answer: made,
        latency_ms: took
      }))
    )
    isAsking = builder.returned(answers.map(([made]) => made))
  }
})

/** The conversation so far, as the model sees it. */
const messagesOf = ({ behaviour }: Cell, { rounds }: TraceBuilder): ReadonlyArray<Message> => [
  { role: "user", text: behaviour.prompt },
  ...rounds().flatMap(({ answer, results }): ReadonlyArray<Message> => [
    { role: "assistant", answer },
    ...(results === undefined ? [] : [{ role: "tools" as const, results }])
  ])
]

/** An injected fault answers in place of the server, or changes the server's answer. Neither takes wall time. */
const performCall = (cell: Cell, session: ToolSession, call: AskedCall, faulted: Faulted | undefined) => {
  if (faulted?.timed_out === true) return Effect.succeed(timedOut(budgetOf(cell.behaviour)))
  if (faulted?.answer !== undefined) return Effect.succeed(faulted.answer)
  return Effect.map(callWithTimeout(cell, session, call), faulted?.damage ?? identity)
}

/** Reserves the longest possible answer before it asks the model. */
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
