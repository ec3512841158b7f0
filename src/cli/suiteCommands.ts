/**
 * `passhat run`, `plan` and `check`: what can be done with suite files.
 */
import * as Effect from "effect/Effect"
import { armExitGuard } from "./exitGuard.ts"
import type { ValuesOf } from "./flags/commands.ts"
import { defaultRunFlags, type RunFlags } from "./flags/runFlags.ts"
import { showLoading } from "./output/statusLines.ts"
import { choose } from "./run/choose.ts"
import { runSuites } from "./run/runSuites.ts"
import { findSuites } from "./suites/findSuites.ts"
import { loadSuites } from "./suites/loadSuites.ts"

export const run = Effect.fnUntraced(function* ({ files, ...flags }: ValuesOf<"run">) {
  armExitGuard()
  if (!flags.quiet) showLoading()
  return flags.watch ? yield* watchSuites(files, flags) : yield* runSuites(yield* loadSuites(files), flags)
})

export const plan = Effect.fnUntraced(function* ({ files, json, ...values }: ValuesOf<"plan">) {
  armExitGuard()
  showLoading()
  const loaded = yield* loadQuietly(files)
  const flags = { ...defaultRunFlags, ...values, plan: true }
  if (json) return yield* runSuites(loaded, flags)
  const { hide, suites } = yield* choose(loaded, flags)
  const { printPlanTable } = yield* Effect.promise(() => import("./run/planTable.ts"))
  return yield* printPlanTable(suites, hide)
})

/** What suites print while they are loaded goes to standard error. It ends there: standard output has the plan. */
const loadQuietly = Effect.fnUntraced(function* (files: ReadonlyArray<string>) {
  const { printToStderr } = yield* Effect.promise(() => import("./output/printToStderr.ts"))
  yield* printToStderr
  return yield* loadSuites(files)
}, Effect.scoped)

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
