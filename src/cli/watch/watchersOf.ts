/**
 * Who watches a run: the line that shows how far it is, and the reporters that follow along.
 */
import * as Effect from "effect/Effect"
import type { Plan } from "../../domain/Plan.ts"
import type { Mode } from "../mode.ts"
import type { RunFlags } from "../flags/runFlags.ts"
import { terminalAt } from "../terminal.ts"
import type { Watcher } from "./Watcher.ts"

/** A replay is over before its runs could be followed one by one: only a terminal shows that it goes on. */
export const watchersOf = Effect.fnUntraced(function* (
  mode: Mode,
  plans: ReadonlyArray<Plan>,
  { quiet }: RunFlags,
  followers: ReadonlyArray<Watcher>
) {
  const isLive = mode !== "replay"
  const isShown = !quiet && (isLive || terminalAt(2) !== undefined)
  return [...(isShown ? [yield* shown(plans, isLive)] : []), ...(isLive ? followers : [])]
})

/** Loaded only by who shows it. */
const shown = Effect.fnUntraced(function* (plans: ReadonlyArray<Plan>, isLive: boolean) {
  const { progress } = yield* Effect.promise(() => import("./progress.ts"))
  return yield* progress(plans, isLive)
})
