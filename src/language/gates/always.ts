/**
 * `always`: gates that hold in every run, also beside a gate on outcomes that forgives other failures.
 */
import type { Fact, Needs } from "../dsl/facts.ts"
import { type Gate, join, nodesOf, type UnheldGate } from "../dsl/gate.ts"

/**
 * Holds gates in every run: `passRate` and `reliability` do not forgive a run that fails one of them. Takes gates that look
 * at runs and decide.
 *
 * ```ts
 * asks.pipe(
 *   runs(40),
 *   always(expect("stop_reason", equals("end_turn"))),
 *   trajectory("superset", call(weather.tools.get_weather)),
 *   passRate({ atLeast: 0.9 })
 * )
 * ```
 */
export const always = <const Gates extends readonly [Gate<Fact>, ...ReadonlyArray<Gate<Fact>>]>(
  ...gates: Gates & Held<Gates>
): Gate<Gates[number]["~need"]> => join(nodesOf("always", gates).map((node) => ({ ...node, always: true as const })))

/** The gates themselves, and in the place of one that cannot be held what is needed instead. */
export type Held<Gates extends ReadonlyArray<unknown>> = {
  readonly [At in keyof Gates]: Gates[At] extends UnheldGate<Fact, infer Instead> ? Needs<Instead> : Gates[At]
}
