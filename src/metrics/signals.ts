/**
 * The signals of a trace that need no model. The session gates use them unless the suite gives its own.
 */
import type { Trace } from "../domain/Trace.ts"
import { countDistinct } from "../domain/callKey.ts"
import * as Narrative from "./narrative.ts"
import { type Classes, selectionF1 } from "./selectionF1.ts"
import type { Signals } from "./session.ts"
import { stability } from "./stability.ts"

export interface Options {
  /** The classes of tools that the task needs. Without them `tool_correctness` is undefined. */
  readonly classes?: Classes
}

export const signals = (trace: Trace, { classes }: Options = {}): Signals => ({
  confidence: stability(trace).weakest_score,
  loop_detection: freshShare(trace),
  tool_correctness: classes && selectionF1(trace, { classes }).f1,
  coherence: 1 - Narrative.measure(trace, {}).divergence_score
})

/** The share of calls that are not exact repeats. Undefined without calls, and if lost digits leave it open. */
const freshShare = ({ tool_calls }: Trace): number | undefined => {
  const distinct = countDistinct(tool_calls)
  return tool_calls.length === 0 || distinct === undefined ? undefined : distinct / tool_calls.length
}
