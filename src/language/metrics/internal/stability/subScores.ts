/**
 * The four sub-scores of one session, and the counts that they are made of.
 */
import type { Trace } from "../../../../base/domain/trace/Trace.ts"
import { callKey, countDistinct, toolKey } from "../../../../base/domain/trace/callKey.ts"
import { codePoints } from "../../../../base/std/shorten.ts"
import { natural } from "../../../../base/std/checks.ts"
import { variationCoefficient } from "../../stats/numbers.ts"

/** Above it `cost_per_progress` decreases, if the suite sets no other number. */
export const TOKENS_PER_USEFUL_CALL = 2_000

export const DIMENSIONS = [
  "tool_usage_stability",
  "response_consistency",
  "redundancy",
  "cost_per_progress"
] as const satisfies ReadonlyArray<keyof SubScores>
export type Dimension = keyof SubScores

/** How the scores are made, as a plan stores it. */
export interface Scoring {
  readonly tokens_per_useful_call?: number
  /** "skip": a turn without words is not an answer. */
  readonly silent_turns?: "count" | "skip"
  /** The sub-scores of which the weakest counts. Default: all four. */
  readonly dimensions?: ReadonlyArray<Dimension>
}

export interface SubScores {
  /** Low if nearly every call uses another tool. */
  readonly tool_usage_stability: number
  /** Low if the lengths of the answers vary much. Undefined if the answers are not known. */
  readonly response_consistency: number | undefined
  /** Low if calls are repeated. Undefined if lost digits leave open whether they are. */
  readonly redundancy: number | undefined
  /** Low if many tokens are used per distinct call. Undefined if either number is unknown: unrecorded is not zero. */
  readonly cost_per_progress: number | undefined
}

/** The part of a run that the scores need. */
export interface Digest extends Pick<Trace, "tool_calls"> {
  /** Lengths of the assistant's turns, in code points. Undefined if a driver did not report them. */
  readonly answers: ReadonlyArray<number> | undefined
  readonly tokens: number | undefined
}

export interface SessionCounts extends Pick<Digest, "answers" | "tokens"> {
  readonly calls: number
  readonly distinctTools: number
  /** Undefined if lost digits leave open whether two calls are the same. */
  readonly distinctCalls: number | undefined
}

export const digest = (trace: Trace): Digest => ({
  tool_calls: trace.tool_calls,
  answers: answersOf(trace),
  tokens: natural(trace.conversation.tokens?.total)
})

/** The trace states if its answers are not known: their number alone does not tell. */
const answersOf = ({ conversation: { turns }, unreported = [] }: Trace): Digest["answers"] =>
  unreported.includes("turns")
    ? undefined
    : turns.filter((turn) => turn.role === "assistant").map((turn) => codePoints(turn.content))

export const sessionOf = ({ answers, tokens, tool_calls }: Digest, key = callKey): SessionCounts => ({
  calls: tool_calls.length,
  distinctTools: new Set(tool_calls.map(toolKey)).size,
  distinctCalls: countDistinct(tool_calls, key),
  answers,
  tokens
})

/** A session without progression cannot get worse: all four are 1, whatever it cost. */
export const scoresOf = (whole: SessionCounts, scoring: Scoring = {}): SubScores => {
  const answers = scoring.silent_turns === "skip" ? whole.answers?.filter((length) => length > 0) : whole.answers
  const session = { ...whole, answers }
  return answers !== undefined && answers.length < 2 && session.calls < 2
    ? { tool_usage_stability: 1, response_consistency: 1, redundancy: 1, cost_per_progress: 1 }
    : {
        tool_usage_stability: toolUsageStability(session),
        response_consistency: responseConsistency(session),
        redundancy: redundancy(session),
        cost_per_progress: costPerProgress(session, scoring.tokens_per_useful_call ?? TOKENS_PER_USEFUL_CALL)
      }
}

/** The least of the dimensions; undefined if one of them is, and if there are none. */
export const weakestOf = (scores: SubScores, { dimensions = DIMENSIONS }: Scoring = {}): number | undefined => {
  const values = dimensions.map((name) => scores[name])
  if (values.length === 0) return undefined
  return values.every((value) => value !== undefined) ? Math.min(...values) : undefined
}

const toolUsageStability = ({ calls, distinctTools }: SessionCounts): number =>
  calls < 2 ? 1 : 1 - (distinctTools - 1) / (calls - 1)

const responseConsistency = ({ answers }: SessionCounts): number | undefined =>
  answers === undefined ? undefined : answers.length < 2 ? 1 : 1 - Math.min(1, variationCoefficient(answers))

const redundancy = ({ calls, distinctCalls }: SessionCounts): number | undefined => {
  if (distinctCalls === undefined) return undefined
  return calls === 0 ? 1 : distinctCalls / calls
}

const costPerProgress = ({ distinctCalls, tokens }: SessionCounts, target: number): number | undefined => {
  if (tokens === undefined || distinctCalls === undefined) return undefined
  if (tokens === 0) return 1
  if (distinctCalls === 0) return 0
  return target / Math.max(target, tokens / distinctCalls)
}
