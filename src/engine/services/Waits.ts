/**
 * What a live run waits for, for observers such as the progress of a terminal. It changes no verdict.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { AskedCall, ToolAnswer, Usage } from "../../base/domain/recording/Cassette.ts"
import type { Wait } from "./Progress.ts"

export interface Noting {
  /** Notes a wait from the beginning of an effect to its end. `tool` names the tool of a call, with its server. */
  readonly during: <A, E, R>(self: Effect.Effect<A, E, R>, on: Wait, tool?: string) => Effect.Effect<A, E, R>
  /** Notes a call of the agent; what is returned notes its answer. */
  readonly called: (call: AskedCall) => (answer: ToolAnswer) => void
  /** Adds tokens that the run has used. */
  readonly used: (usage: Usage) => void
}

/** Notes nothing by default. The interpreter provides it for the time of a run. */
export const Waits = Context.Reference<Noting>("passhat/Waits", {
  defaultValue: () => ({ during: (self) => self, called: () => () => undefined, used: () => undefined })
})

export const waitingFor =
  (on: Wait, tool?: string) =>
  <A, E, R>(self: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.flatMap(Waits, ({ during }) => during(self, on, tool))

/** Notes a call from its beginning to its answer. */
export const calling =
  (call: AskedCall) =>
  <E, R>(self: Effect.Effect<ToolAnswer, E, R>): Effect.Effect<ToolAnswer, E, R> =>
    Effect.flatMap(Waits, ({ called }) => {
      const answered = called(call)
      return Effect.tap(self, (answer) => Effect.sync(() => answered(answer)))
    })
