/**
 * Events of a run for observers such as the progress line. A lost event changes no verdict.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { Cell } from "../domain/Plan.ts"
import type { RunResult } from "../domain/Run.ts"

export type Event =
  | { readonly _tag: "RunStarted"; readonly cell: Cell; readonly index: number }
  | { readonly _tag: "RunFinished"; readonly cell: Cell; readonly result: RunResult }

export interface Listener {
  readonly emit: (event: Event) => Effect.Effect<void>
  /** Called for every run that is read of a recording, so it has to be quick. */
  readonly replayed?: Replayed
}

/** How much of a cell was replayed by now: less than before where that turned out to be void. */
export type Replayed = (cell: Cell, runs: number, tokens: number) => void

/** Does nothing by default. */
export const Progress = Context.Reference<Listener>("passhat/Progress", {
  defaultValue: () => ({ emit: () => Effect.void })
})
