/**
 * The signals of a trace that need no model: what the session metrics run on unless the caller brings their own.
 */
import type { Trace } from "../domain/Trace.ts"
import { countDistinct } from "../domain/callKey.ts"
import * as Narrative from "./narrative.ts"
import { type Classes, selectionF1 } from "./selectionF1.ts"
import type { Signals } from "./session.ts"
import { stability } from "./stability.ts"

export interface Options {
  /** The kinds of tools the task takes. Without them nothing is known about the choice of tools. */
  readonly classes?: Classes
}

export const signals = (trace: Trace, { classes }: Options = {}): Signals => ({
  confidence: stability(trace).weakest_score,
  loop_detection: freshShare(trace),
  tool_correctness: classes && selectionF1(trace, { classes }).f1,
  coherence: 1 - Narrative.measure(trace, {}).divergence_score
})

/** The share of calls that are not exact repeats, where that is known. Without calls nothing could have looped. */
const freshShare = ({ tool_calls }: Trace): number | undefined => {
  const distinct = countDistinct(tool_calls)
  return tool_calls.length === 0 || distinct === undefined ? undefined : distinct / tool_calls.length
}
