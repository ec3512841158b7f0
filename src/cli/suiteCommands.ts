/**
 * `passhat run`, `plan` and `check`: what can be done with suite files.
 */
import * as Effect from "effect/Effect"
import { armExitGuard } from "./exitGuard.ts"
import type { ValuesOf } from "./flags/commands.ts"
import { defaultRunFlags, type RunFlags } from "./flags/runFlags.ts"
import { showLoading } from "./output/statusLines.ts"
import { choose, runSuites } from "./run/runSuites.ts"
import { findSuites } from "./suites/findSuites.ts"
import { loadSuites } from "./suites/loadSuites.ts"

export const run = Effect.fnUntraced(function* ({ files, ...flags }: ValuesOf<"run">) {
  armExitGuard()
  if (!flags.quiet) showLoading()
  return flags.watch ? yield* watchSuites(files, flags) : yield* runSuites(yield* loadSuites(files), flags)
})

/** What suites print while they are loaded goes to standard error: standard output has the plan. */
export const plan = Effect.fnUntraced(function* ({ json, ...values }: ValuesOf<"plan">) {
  const { printToStderr } = yield* Effect.promise(() => import("./output/printToStderr.ts"))
  yield* printToStderr
  const flags = { ...defaultRunFlags, ...values, plan: true }
  return yield* json ? run(flags) : planTable(flags)
}, Effect.scoped)

const planTable = Effect.fnUntraced(function* ({ files, ...flags }: ValuesOf<"run">) {
  armExitGuard()
  showLoading()
  const { hide, suites } = yield* choose(yield* loadSuites(files), flags)
  const { printPlanTable } = yield* Effect.promise(() => import("./run/planTable.ts"))
  return yield* printPlanTable(suites, hide)
})

export const check = Effect.fnUntraced(function* ({ files, ...flags }: ValuesOf<"check">) {
  armExitGuard()
  showLoading()
  const { check: checkSuites } = yield* Effect.promise(() => import("./check.ts"))
  return yield* checkSuites(yield* loadSuites(files), flags)
})

const watchSuites = Effect.fnUntraced(function* (files: ReadonlyArray<string>, flags: RunFlags) {
  const { watch } = yield* Effect.promise(() => import("./watch/watch.ts"))
  return yield* watch(
    Effect.map(findSuites(files), (found) => found.map(({ path }) => path)),
    flags
  )
})
