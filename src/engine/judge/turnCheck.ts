/**
 * Whether the functions of a suite that speak for the user still say what was recorded.
 *
 * They are called on the trace of each run. What one would say now and did not say then leaves the run without a verdict, so that
 * neither a changed function nor one that is not pure passes unnoticed.
 */
import type { Issue } from "../../base/domain/Issue.ts"
import { issue } from "../../base/domain/issues.ts"
import type { Cell } from "../../base/domain/plan/Plan.ts"
import type { Trace } from "../../base/domain/trace/Trace.ts"
import { saidBy, type SaysNext, traceSoFar } from "../../base/domain/trace/traceSoFar.ts"
import { isFunction } from "../../base/domain/plan/turnData.ts"
import { shorten } from "../../base/std/shorten.ts"

/** What the user of a cell says after the prompt: the functions among it are called. */
export type Says = ReadonlyArray<unknown>

/** Undefined for a cell without such functions. The check gives undefined for a run in which they say what was said. */
export const turnCheck = (
  { behaviour: { turns = [] }, name }: Cell,
  says: Says = []
): ((index: number, trace: Trace) => Issue | undefined) | undefined => {
  const places = turns.flatMap((turn, at) => (isFunction(turn) ? [at] : []))
  if (places.length === 0) return undefined
  return (index, trace) => {
    const spoken = trace.conversation.turns.filter(({ role }) => role === "user")
    for (const at of places) {
      const recorded = spoken[at + 1]?.content
      if (recorded === undefined) return undefined
      const flaw = flawOf(says[at], trace, at + 2, recorded)
      if (flaw !== undefined) {
        return issue(
          "DIVERGED",
          `${name}, run #${index}: the function for message ${at + 2} of the user ${flaw}.`,
          HINT
        )
      }
    }
    return undefined
  }
}

const flawOf = (says: Says[number], trace: Trace, n: number, recorded: string): string | undefined => {
  if (typeof says !== "function") return "is not at hand here"
  const said = saidBy(says as SaysNext, traceSoFar(trace, n))
  if ("flaw" in said) return said.flaw
  return said.message === recorded
    ? undefined
    : `now says ${shown(said.message)}, and said ${shown(recorded)} in the recording`
}

const HINT =
  "Undo the change of the function, or record it again with --record. It has to be pure: the same trace gives the same words."

const shown = (text: string): string => JSON.stringify(shorten(text, 120))
