/**
 * PASSHAT_MODE as it was before a suite was loaded: a suite does not choose the mode that it is run in.
 */
import process from "node:process"
import * as Effect from "effect/Effect"
import { permitted } from "../../engine/layers/platform/permitted.ts"
import type { Environment } from "../../base/std/Environment.ts"
import { UsageError } from "../kit/UsageError.ts"

/** This file is loaded before any suite: imports come before the code of the file that imports. */
const atStart = permitted("env") ? process.env["PASSHAT_MODE"] : undefined

/** What decides the mode of a command. A suite may also set PASSHAT_MODE later, by a timer. */
export const asAtStart = ({ CI }: Environment): Environment => ({ CI, PASSHAT_MODE: atStart })

export const refuseOtherMode: Effect.Effect<void, UsageError> = Effect.suspend(() => {
  const { PASSHAT_MODE } = process.env
  if (PASSHAT_MODE === atStart) return Effect.void
  const found = PASSHAT_MODE === undefined ? "removed" : `set to "${PASSHAT_MODE}"`
  return Effect.fail(
    new UsageError({
      what: `PASSHAT_MODE was ${found} while the suites were loaded: a suite does not choose the mode that it is run in.`,
      hint: "Take that out of the suite, and set PASSHAT_MODE before the command or give it --record."
    })
  )
})
