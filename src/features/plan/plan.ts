/**
 * `passhat plan`: loads suites, and prints their plans as a table or as JSON.
 */
import * as Effect from "effect/Effect"
import type { Values } from "../../app/flags/Flag.ts"
import { defaultRunFlags } from "../../app/flags/runFlags.ts"
import { armExitGuard } from "../../app/kit/exitGuard.ts"
import { printToStderr } from "../../app/kit/output/printToStderr.ts"
import { showLoading } from "../../app/kit/output/statusLines.ts"
import { refuseOtherMode } from "../../app/run/modeAtStart.ts"
import { resolveRun } from "../../app/run/resolveRun.ts"
import { loadSuites } from "../../app/suites/loadSuites.ts"
import type { planRow } from "./commands.ts"
import { printPlanTable } from "./planTable.ts"
import { printPlans } from "./printPlans.ts"

export const plan = Effect.fnUntraced(function* ({ files, json, ...selection }: Values<typeof planRow>) {
  armExitGuard()
  showLoading()
  const loaded = yield* loadQuietly(files)
  yield* refuseOtherMode
  const { hide, suites } = yield* resolveRun(loaded, { ...defaultRunFlags, ...selection })
  return yield* json ? printPlans(suites, hide) : printPlanTable(suites, hide)
})

/** What suites print while they are loaded goes to standard error. It ends there: standard output has the plan. */
const loadQuietly = Effect.fnUntraced(function* (files: ReadonlyArray<string>) {
  yield* printToStderr
  return yield* loadSuites(files)
}, Effect.scoped)
