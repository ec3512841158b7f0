/**
 * Errors of a suite's own code that no code handles: rejections that are not awaited, and what timers throw.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type { Cell } from "../../base/domain/plan/Plan.ts"
import type { UserCode } from "./Driver.ts"
import type { Infrastructure } from "./Infrastructure.ts"

/** What is known of such errors during one run. */
export interface RunWatch {
  /** The same code. An error that it leaves behind is known to be of this run. */
  readonly owned: (code: UserCode) => UserCode
  /** Fails with the first error that is of this run, or may be. */
  readonly failed: Effect.Effect<never, Infrastructure>
  /** Completes when the errors of code that has ended are known. */
  readonly noticed: Effect.Effect<void>
}

/** Watches a run until the scope closes. Without a command that listens to the process, there is nothing to watch. */
export const StrayErrors = Context.Reference<{
  readonly watch: (cell: Cell, run: number) => Effect.Effect<RunWatch, never, Scope.Scope>
}>("passhat/StrayErrors", {
  defaultValue: () => ({
    watch: () => Effect.succeed({ owned: (code) => code, failed: Effect.never, noticed: Effect.void })
  })
})
