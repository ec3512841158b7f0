/**
 * Performs the built-in agent against a model and its tools, and keeps every exchange.
 */
import * as Effect from "effect/Effect"
import { identity } from "effect/Function"
import { type Faulted, budgetOf, timedOut } from "../agentLoop/faults.ts"
import { type TraceBuilder, traceBuilder } from "../agentLoop/traceBuilder.ts"
import type { AskedCall, Exchange, ToolAnswer } from "../../base/domain/recording/Cassette.ts"
import type { Cell } from "../../base/domain/plan/Plan.ts"
import type { Relisting } from "../../base/domain/trace/ServerRequests.ts"
import { answerWithoutBytes } from "../../base/domain/recording/withoutBytes.ts"
import type { UserCode } from "../services/Driver.ts"
import type { Message } from "../services/Model.ts"
import type { ToolSession } from "../services/ToolHub.ts"
import { Waits, calling } from "../services/Waits.ts"
import { askModel, timed } from "./askModel.ts"
import { callWithTimeout } from "./callWithTimeout.ts"
import { sentImages, withInstructions } from "./instructions.ts"
import { userWord } from "./userWord.ts"

/** What the caller knows of a conversation, however it ends. */
export interface Conversation {
  readonly exchanges: Array<Exchange>
  readonly relisted: Array<Relisting>
}

/** Adds to the caller's arrays. The tools are those of the moment in which the model is asked. */
export const converse = Effect.fnUntraced(function* (
  cell: Cell,
  run: number,
  code: UserCode,
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
    const messages = messagesOf(cell, code, builder, seen)
    const [answer, latency_ms] = yield* timed(askModel({ cell: asked, run, messages, tools }))
    exchanges.push({ kind: "model", answer, latency_ms })
    if (answer.usage !== undefined) (yield* Waits).used(answer.usage)
    const calls = builder.answered(answer)
    if (calls === undefined) return
    const answers = yield* Effect.forEach(
      calls,
      (call, at) => timed(calling(call)(performCall(cell, session, call, builder.faultAt(at)))),
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
    const said = builder.asksUser()
      ? yield* userWord({ cell, run, code, trace: builder.trace(), exchanges })
      : undefined
    isAsking = builder.returned(kept, said)
  }
})

/** The conversation so far, as the model sees it: with the bytes that its tools answered with in each round. */
const messagesOf = (
  { behaviour }: Cell,
  code: UserCode,
  { rounds }: TraceBuilder,
  seen: ReadonlyArray<ReadonlyArray<ToolAnswer>>
): ReadonlyArray<Message> => {
  let n = 0
  const userSays = (text: string): Message => {
    const images = sentImages(behaviour, code, ++n)
    return { role: "user", text, ...(images.length > 0 && { images }) }
  }
  return [
    userSays(behaviour.prompt),
    ...rounds().flatMap(({ answer, reply, results }, round): ReadonlyArray<Message> => {
      const said: Message = { role: "assistant", answer }
      if (reply !== undefined) return [said, userSays(reply)]
      if (results === undefined) return [said]
      return [said, { role: "tools", results: results.map((result, at) => ({ ...result, ...seen[round]?.[at] })) }]
    })
  ]
}

/** An injected fault answers in place of the server, or changes the server's answer. Neither takes wall time. */
const performCall = (cell: Cell, session: ToolSession, call: AskedCall, faulted: Faulted | undefined) => {
  if (faulted?.timed_out === true) return Effect.succeed(timedOut(budgetOf(cell.behaviour)))
  if (faulted?.answer !== undefined) return Effect.succeed(faulted.answer)
  return Effect.map(callWithTimeout(cell, session, call), faulted?.damage ?? identity)
}
