/**
 * What is going on, for whoever watches. Losing an event loses nothing but the view.
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

/** Silent unless somebody listens. */
export const Progress = Context.Reference<Listener>("passhat/Progress", {
  defaultValue: () => ({ emit: () => Effect.void })
})
