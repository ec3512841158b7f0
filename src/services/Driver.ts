/**
 * The code that a suite carries beside its plan: drivers, and what to do around a run.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type { Drive, Hook, Session } from "../domain/Driver.ts"
import { issue } from "../domain/issues.ts"
import { Infrastructure } from "./Infrastructure.ts"

/** The code that a suite carries for a cell: it is never in the plan, and never run in a replay. */
export interface UserCode {
  readonly drive?: Drive
  readonly command?: ReadonlyArray<string>
  readonly before: ReadonlyArray<Hook>
  readonly after: ReadonlyArray<Hook>
}

export const noCode: UserCode = { before: [], after: [] }

/** The code of a cell, by id. */
export const UserCodes = Context.Reference<(cell: string) => UserCode>("passhat/UserCodes", {
  defaultValue: () => () => noCode
})

/** Runs an agent in another process. */
export const Commands = Context.Reference<{
  readonly run: (command: ReadonlyArray<string>, session: Session) => Effect.Effect<string, Infrastructure, Scope.Scope>
}>("passhat/Commands", {
  defaultValue: () => ({
    run: () =>
      Effect.fail(
        new Infrastructure({
          issue: issue("INFRASTRUCTURE", "No process can be started here.", "Run the suite with --record.")
        })
      )
  })
})

export type { Drive, Hook, Session }
