/**
 * The signals of a trace that need no model. The session gates use them unless the suite gives its own.
 */
import type { Trace } from "../../base/domain/trace/Trace.ts"
import {
  digest,
  scoresOf,
  type Scoring,
  type SessionCounts,
  sessionOf,
  weakestOf
} from "./internal/stability/subScores.ts"
import * as Narrative from "./narrative.ts"
import { type Classes, selectionF1 } from "./selectionF1.ts"
import type { Signals } from "./session.ts"

export interface Options {
  /** The classes of tools that the task needs. Without them `tool_correctness` is undefined. */
  readonly classes?: Classes
  /** How the sub-scores of stability are made, the weakest of which is `confidence`. */
  readonly scoring?: Scoring
}

/** The signals, and the counts that `confidence` is made of. */
export interface Sensed {
  readonly signals: Signals
  readonly session: SessionCounts
}

export const signals = (trace: Trace, options: Options = {}): Signals => sense(trace, options).signals

export const sense = (trace: Trace, { classes, scoring = {} }: Options): Sensed => {
  const session = sessionOf(digest(trace))
  return {
    session,
    signals: {
      confidence: confidenceOf(session, scoring),
      loop_detection: freshShare(session),
      tool_correctness: classes && selectionF1(trace, { classes }).f1,
      coherence: 1 - Narrative.measure(trace, {}).divergence_score
    }
  }
}

export const confidenceOf = (session: SessionCounts, scoring: Scoring): number | undefined =>
  weakestOf(scoresOf(session, scoring), scoring)

/** The share of calls that are not exact repeats. Undefined without calls, and if lost digits leave it open. */
const freshShare = ({ calls, distinctCalls }: SessionCounts): number | undefined =>
  calls === 0 || distinctCalls === undefined ? undefined : distinctCalls / calls
