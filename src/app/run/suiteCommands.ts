/**
 * `passhat run`, `plan` and `check`: what can be done with suite files.
 */
import * as Effect from "effect/Effect"
import { armExitGuard } from "../kit/exitGuard.ts"
import type { ValuesOf } from "../flags/commands.ts"
import { defaultRunFlags, type RunFlags } from "../flags/runFlags.ts"
import { lazily } from "../kit/lazily.ts"
import { showLoading } from "../kit/output/statusLines.ts"
import { choose } from "./resolveRun.ts"
import { runSuites } from "./runSuites.ts"
import { findSuites } from "../suites/findSuites.ts"
import { loadSuites } from "../suites/loadSuites.ts"

export const run = Effect.fnUntraced(function* ({ files, ...flags }: ValuesOf<"run">) {
  armExitGuard()
  if (!flags.quiet) showLoading()
  return flags.watch
    ? yield* watchSuites(files, flags)
    : yield* runSuites(yield* withVanished(yield* loadSuites(files), files, flags.cassettes), flags)
})

export const plan = Effect.fnUntraced(function* ({ files, json, ...values }: ValuesOf<"plan">) {
  armExitGuard()
  showLoading()
  const loaded = yield* loadQuietly(files)
  const flags = { ...defaultRunFlags, ...values, plan: true }
  if (json) return yield* runSuites(loaded, flags)
  const { hide, suites } = yield* choose(loaded, flags)
  return yield* printPlanTable(suites, hide)
})

const printPlanTable = lazily(() => import("../../features/plan/planTable.ts"), "printPlanTable")

/** What suites print while they are loaded goes to standard error. It ends there: standard output has the plan. */
const loadQuietly = Effect.fnUntraced(function* (files: ReadonlyArray<string>) {
  const { printToStderr } = yield* Effect.promise(() => import("../kit/output/printToStderr.ts"))
  yield* printToStderr
  return yield* loadSuites(files)
}, Effect.scoped)

export const check = Effect.fnUntraced(function* ({ files, ...flags }: ValuesOf<"check">) {
  armExitGuard()
  showLoading()
  return yield* checkSuites(yield* withVanished(yield* loadSuites(files), files, flags.cassettes), flags)
})

/** What is to be judged is loaded first: a program that loads nothing more does not wait for this. */
const withVanished = lazily(() => import("../suites/vanished.ts"), "withVanished")

const checkSuites = lazily(() => import("../../features/check/check.ts"), "check")

const watchSuites = (files: ReadonlyArray<string>, flags: RunFlags) =>
  watch(
    Effect.map(findSuites(files), (found) => found.map(({ path }) => path)),
    flags
  )

const watch = lazily(() => import("../../features/watch/watch.ts"), "watch")
