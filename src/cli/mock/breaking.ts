/**
 * Breaks answers on purpose, by the same arithmetic that injects faults into runs: the words are the same.
 */
import * as Effect from "effect/Effect"
import { identity } from "effect/Function"
import type { AskedCall, ToolAnswer } from "../../domain/Cassette.ts"
import type { FaultKind } from "../../domain/Fault.ts"
import { type Breakable, type Counts, faultFor } from "../../agentLoop/faults.ts"

/** Counts the calls of the whole process, whichever connection they come from. */
export const breaking = (kinds: ReadonlyArray<FaultKind>, disconnect: Effect.Effect<never>) => {
  const behaviour = underFaults(kinds)
  let counts: Counts = new Map()
  return <E>(call: AskedCall, answer: Effect.Effect<ToolAnswer, E>): Effect.Effect<ToolAnswer, E> =>
    Effect.suspend(() => {
      const next = faultFor(behaviour, counts, call)
      counts = next.counts
      if (next.faulted === undefined) return answer
      const { answer: instead, damage = identity, fault, takes_ms, timed_out } = next.faulted
      if (fault.kind.kind === "disconnect") return disconnect
      if (timed_out) return Effect.never
      return Effect.delay(instead === undefined ? Effect.map(answer, damage) : Effect.succeed(instead), takes_ms)
    })
}

/** Nobody's patience ends here: what would time out hangs. */
const underFaults = (kinds: ReadonlyArray<FaultKind>): Breakable => ({
  options: { call_timeout_ms: Infinity },
  faults: kinds.map((kind) => ({ name: kind.kind, kind }))
})
