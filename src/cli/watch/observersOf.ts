/**
 * The observers of a run: the progress line, and the reporters that follow it.
 */
import * as Effect from "effect/Effect"
import type { Plan } from "../../domain/Plan.ts"
import type { Mode } from "../mode.ts"
import type { RunFlags } from "../flags/runFlags.ts"
import { terminalAt } from "../terminal.ts"
import type { RunObserver } from "./RunObserver.ts"

/** A replay is too short to follow its runs one by one: it has a progress line on a terminal, and nothing else. */
export const observersOf = Effect.fnUntraced(function* (
  mode: Mode,
  plans: ReadonlyArray<Plan>,
  { quiet }: RunFlags,
  followers: ReadonlyArray<RunObserver>
) {
  const isLive = mode !== "replay"
  const isShown = !quiet && (isLive || terminalAt(2) !== undefined)
  return [...(isShown ? [yield* shown(plans, isLive)] : []), ...(isLive ? followers : [])]
})

/** Imported only if it is shown. */
const shown = Effect.fnUntraced(function* (plans: ReadonlyArray<Plan>, isLive: boolean) {
  const { progress } = yield* Effect.promise(() => import("./progress.ts"))
  return yield* progress(plans, isLive)
})
