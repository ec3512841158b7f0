/**
 * Progress on standard error while agents run for real: a line that is written over on a terminal, plain lines elsewhere.
 */
import process from "node:process"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Plan } from "../domain/Plan.ts"
import { visible } from "../report/visible.ts"
import { type Event, Progress } from "../services/Progress.ts"

export const layer = (plans: ReadonlyArray<Plan>): Layer.Layer<never> =>
  Layer.sync(Progress, () => {
    const seen: Seen = { done: 0, tokens: 0, running: new Set() }
    const total = plans.flatMap((plan) => plan.cells).reduce((sum, cell) => sum + cell.runs, 0)
    const terminal = process.stderr.isTTY === true
    return {
      emit: (event) =>
        Effect.sync(() => {
          note(seen, event)
          const line = status(seen, total)
          if (terminal) process.stderr.write(`\r\u001b[K${seen.done === total ? "" : line}`)
          else if (event._tag === "RunFinished") process.stderr.write(`${line}\n`)
        })
    }
  })

interface Seen {
  done: number
  tokens: number
  /** Rows that are going on, by name. */
  readonly running: Set<string>
}

const note = (seen: Seen, event: Event): void => {
  if (event._tag === "RunStarted") {
    seen.running.add(`${event.cell.name} #${event.index}`)
    return
  }
  const { result } = event
  seen.running.delete(`${event.cell.name} #${result.index}`)
  seen.done++
  seen.tokens += "trace" in result ? (result.trace.conversation.tokens?.total ?? 0) : 0
}

const status = ({ done, running, tokens }: Seen, total: number): string =>
  `${done} of ${total} runs, ${tokens} tokens${running.size > 0 ? `, running ${[...running].map(visible).join(", ")}` : ""}`
