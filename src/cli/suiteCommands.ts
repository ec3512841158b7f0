/**
 * `passhat run`, `plan` and `check`: what can be done with suite files.
 */
import * as Effect from "effect/Effect"
import type { ValuesOf } from "./flags/commands.ts"
import { defaultRunFlags } from "./flags/runFlags.ts"

/** What loads and runs suites is imported when it is needed: `--watch` needs neither. */
export const run = Effect.fnUntraced(function* ({ files, ...flags }: ValuesOf<"run">) {
  if (flags.watch) return yield* watchSuites(files, flags)
  const [{ loadSuites }, { runSuites }] = yield* Effect.promise(() =>
    Promise.all([import("./loadSuites.ts"), import("./runSuites.ts")])
  )
  return yield* runSuites(yield* loadSuites(files), flags)
})

export const plan = (values: ValuesOf<"plan">) => run({ ...defaultRunFlags, ...values, plan: true })

export const check = Effect.fnUntraced(function* ({ files, ...flags }: ValuesOf<"check">) {
  const [{ loadSuites }, { check: checkSuites }] = yield* Effect.promise(() =>
    Promise.all([import("./loadSuites.ts"), import("./check.ts")])
  )
  return yield* checkSuites(yield* loadSuites(files), flags)
})

const watchSuites = Effect.fnUntraced(function* (files: ReadonlyArray<string>, flags: Omit<ValuesOf<"run">, "files">) {
  const [{ findSuites }, { watch }] = yield* Effect.promise(() =>
    Promise.all([import("./loadSuites.ts"), import("./watch/watch.ts")])
  )
  return yield* watch(
    Effect.map(findSuites(files), (found) => found.map(({ path }) => path)),
    flags
  )
})
