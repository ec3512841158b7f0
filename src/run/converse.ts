/**
 * Performs the built-in agent against a model and its tools, and keeps every exchange.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { identity } from "effect/Function"
import type { Faulted } from "../agentLoop/faults.ts"
import { budgetOf, timedOut } from "../agentLoop/faults.ts"
import { type TraceBuilder, traceBuilder } from "../agentLoop/traceBuilder.ts"
import type { AskedCall, Exchange, ToolAnswer } from "../domain/Cassette.ts"
import type { Cell } from "../domain/Plan.ts"
import type { Relisting } from "../domain/ServerRequests.ts"
import { answerWithoutBytes } from "../domain/withoutBytes.ts"
import { Budget } from "../services/Budget.ts"
import { type Message, Model, type Request } from "../services/Model.ts"
import type { ToolSession } from "../services/ToolHub.ts"
import { waitingFor, Waits } from "../services/Waits.ts"
import { callWithTimeout } from "./callWithTimeout.ts"
import { withInstructions } from "./instructions.ts"

/** What the caller knows of a conversation, however it ends. */
export interface Conversation {
  readonly exchanges: Array<Exchange>
  readonly relisted: Array<Relisting>
}

/** Adds to the caller's arrays. The tools are those of the moment in which the model is asked. */
export const converse = Effect.fnUntraced(function* (
  cell: Cell,
  run: number,
  session: ToolSession,
  { exchanges, relisted }: Conversation
) {
  const builder = traceBuilder(cell.behaviour)
  const asked = withInstructions(cell, session.servers)
  const seen: Array<ReadonlyArray<ToolAnswer>> = []
  let { tools } = session
  for (let isAsking = true, turn = 1; isAsking; turn++) {
    if (turn > 1 && session.relist !== undefined) {
      const now = yield* session.relist
      tools = now.tools
      relisted.push(...now.changes.map((change) => ({ turn, ...change })))
    }
    const messages = messagesOf(cell, builder, seen)
    const [answer, latency_ms] = yield* timed(ask({ cell: asked, run, messages, tools }))
    exchanges.push({ kind: "model", answer, latency_ms })
    const calls = builder.answered(answer)
    if (calls === undefined) return
    const answers = yield* Effect.forEach(
      calls,
      (call, at) => timed(performCall(cell, session, call, builder.faultAt(at))),
      { concurrency: "unbounded" }
    )
    seen.push(answers.map(([made]) => made))
    const kept = answers.map(([made]) => answerWithoutBytes(made))
    exchanges.push(
      ...answers.map(([, took], at) => ({
        kind: "tool" as const,
        call: calls[at]!,
        answer: kept[at]!,
        latency_ms: took
      }))
    )
    isAsking = builder.returned(kept)
  }
})

/** The conversation so far, as the model sees it: with the bytes that its tools answered with in each round. */
const messagesOf = (
  { behaviour }: Cell,
  { rounds }: TraceBuilder,
  seen: ReadonlyArray<ReadonlyArray<ToolAnswer>>
): ReadonlyArray<Message> => [
  { role: "user", text: behaviour.prompt },
  ...rounds().flatMap(({ answer, reply, results }, round): ReadonlyArray<Message> => {
    const said: Message = { role: "assistant", answer }
    if (reply !== undefined) return [said, { role: "user", text: reply }]
    if (results === undefined) return [said]
    return [said, { role: "tools", results: results.map((result, at) => ({ ...result, ...seen[round]?.[at] })) }]
  })
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
  const { cell } = request
  const reserved = cell.behaviour.options.max_tokens
  yield* budget.reserve(reserved, cell)
  const answer = yield* (yield* Model).ask(request).pipe(
    Effect.onError(() => budget.settle(reserved, 0, cell)),
    waitingFor("model")
  )
  const { usage } = answer
  yield* budget.settle(reserved, usage === undefined ? reserved : usage.input + usage.output, cell, usage)
  if (usage !== undefined) (yield* Waits).used(usage)
  return answer
})

const timed = <A, E, R>(self: Effect.Effect<A, E, R>): Effect.Effect<readonly [A, number], E, R> =>
  Effect.gen(function* () {
    const before = yield* Clock.currentTimeMillis
    const value = yield* self
    return [value, (yield* Clock.currentTimeMillis) - before] as const
  })
