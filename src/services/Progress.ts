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

/** Silent unless somebody listens. */
export const Progress = Context.Reference<{ readonly emit: (event: Event) => Effect.Effect<void> }>(
  "passhat/Progress",
  {
    defaultValue: () => ({ emit: () => Effect.void })
  }
)
