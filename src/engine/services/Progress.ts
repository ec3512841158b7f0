/**
 * Events of a run for observers such as the progress line. A lost event changes no verdict.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { AskedCall, Usage } from "../../base/domain/recording/Cassette.ts"
import type { Cell } from "../../base/domain/plan/Plan.ts"
import type { RunResult } from "../../base/domain/recording/Run.ts"
import type { CallSoFar } from "../../base/domain/recording/UnderWay.ts"

export type Event =
  | { readonly _tag: "RunStarted"; readonly cell: Cell; readonly index: number }
  | { readonly _tag: "RunFinished"; readonly cell: Cell; readonly result: RunResult }

export interface Listener {
  readonly emit: (event: Event) => Effect.Effect<void>
  /** Called for every run that is read of a recording, so it has to be quick. */
  readonly replayed?: Replayed
  /** Called whenever a live run begins to wait for something else, so it has to be quick. */
  readonly waiting?: (waiting: Waiting) => void
}

/** What a live run waits for at the moment. */
export interface Waiting {
  readonly cell: Cell
  /** From 1. */
  readonly index: number
  readonly on: Wait
  /** The tools of the calls that are open, each with its server. */
  readonly tools: ReadonlyArray<string>
  /** What the run has used so far, as far as it is known. */
  readonly usage: Usage
  /** How many calls the agent has made, and the latest of them. */
  readonly made: number
  readonly calls: ReadonlyArray<MadeCall>
}

/** A call of an agent, and what became of it by now. */
export interface MadeCall {
  readonly call: AskedCall
  readonly state: CallSoFar["state"]
}

/**
 * `servers` are opened, listed or closed; `agent` is the user's own, while it has no call open; `back-off` is the time before the
 * model is asked again, or before its provider accepts a request; `hook` is what the suite does before and after a run.
 */
export type Wait = "servers" | "model" | "back-off" | "tool" | "agent" | "hook"

/** How much of a cell was replayed by now: less than before where that turned out to be void. */
export type Replayed = (cell: Cell, runs: number, tokens: number) => void

/** Does nothing by default. A listener of a suite hears of its runs beside those of the command, and changes no verdict. */
export const Progress = Context.Reference<Listener>("passhat/Progress", {
  defaultValue: () => ({ emit: () => Effect.void })
})
