/**
 * Performs one run for real: the agent loop against a model and its tools, with every exchange kept.
 */
import * as Effect from "effect/Effect"
import type { Exchange, RecordedRun } from "../domain/Cassette.ts"
import type { Cell } from "../domain/Plan.ts"
import type { RunResult } from "../domain/Run.ts"
import type { Trace } from "../domain/Trace.ts"
import type { Infrastructure } from "../services/Infrastructure.ts"
import { Model } from "../services/Model.ts"
import { ToolHub } from "../services/ToolHub.ts"
import { advance, type Step, start } from "./loop.ts"

export interface Performed {
  readonly result: RunResult
  readonly recorded: RecordedRun
}

/** Never fails: what stands in the way becomes the run's issue. */
export const perform = Effect.fn("perform")(function* (cell: Cell, index: number) {
  const exchanges: Array<Exchange> = []
  return yield* Effect.scoped(converse(cell, index, exchanges)).pipe(
    Effect.match({
      onSuccess: (trace): Performed => ({
        result: { index, trace },
        recorded: { index, outcome: { status: "completed" }, exchanges }
      }),
      onFailure: ({ issue }: Infrastructure): Performed => ({
        result: { index, issue },
        recorded: { index, outcome: { status: "infrastructure_error", issue }, exchanges }
      })
    })
  )
})

const converse = Effect.fnUntraced(function* (cell: Cell, run: number, exchanges: Array<Exchange>) {
  const model = yield* Model
  const tools = yield* (yield* ToolHub).open(cell, run)
  let step: Step = start(cell)
  while (step.command._tag !== "Stop") {
    if (step.command._tag === "Ask") {
      const answer = yield* model.ask({ cell, run, messages: step.command.messages })
      exchanges.push({ kind: "model", answer })
      step = advance(step.state, { _tag: "Answered", answer })
    } else {
      const calls = step.command.calls
      const answers = yield* Effect.forEach(calls, tools.call, { concurrency: "unbounded" })
      exchanges.push(...answers.map((answer, at) => ({ kind: "tool" as const, call: calls[at]!, answer })))
      step = advance(step.state, { _tag: "Returned", answers })
    }
  }
  return step.command.trace satisfies Trace
})
