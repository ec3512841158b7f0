/**
 * The four scores of one session, and what they are made of. Reads the shape of a trace, never its meaning.
 */
import type { Trace } from "../../../domain/Trace.ts"
import { callKey, countDistinct, toolKey } from "../../../domain/callKey.ts"
import { codePoints } from "../../../std/codePoints.ts"
import { natural } from "../../../std/natural.ts"
import { variationCoefficient } from "../stats/numbers.ts"

/** Where `cost_per_progress` starts to decay. A relative anchor, not a price. */
const TOKENS_PER_USEFUL_CALL = 2_000

export interface SubScores {
  /** Low when nearly every call reaches for a fresh tool. */
  readonly tool_usage_stability: number
  /** Low when answers swing from a sentence to a wall of text. */
  readonly response_consistency: number
  /** Low when the same call is repeated. Undefined where lost digits leave open whether it was. */
  readonly redundancy: number | undefined
  /** Low when tokens buy no new calls. Undefined where either is unknown: unrecorded is not zero. */
  readonly cost_per_progress: number | undefined
}

/** What the scores need of a run. */
export interface Digest extends Pick<Trace, "tool_calls"> {
  /** Lengths of the assistant's turns. */
  readonly answers: ReadonlyArray<number>
  readonly tokens: number | undefined
}

export interface Session extends Pick<Digest, "answers" | "tokens"> {
  readonly calls: number
  readonly distinctTools: number
  /** Undefined where it is not known of two calls whether they are the same. */
  readonly distinctCalls: number | undefined
}

export const digest = ({ conversation, tool_calls }: Trace): Digest => ({
  tool_calls,
  answers: conversation.turns.filter((turn) => turn.role === "assistant").map((turn) => codePoints(turn.content)),
  tokens: natural(conversation.tokens?.total)
})

export const sessionOf = ({ answers, tokens, tool_calls }: Digest, key = callKey): Session => ({
  calls: tool_calls.length,
  distinctTools: new Set(tool_calls.map(toolKey)).size,
  distinctCalls: countDistinct(tool_calls, key),
  answers,
  tokens
})

/** Without progression there is nothing to get worse, whatever it cost. */
export const scoresOf = (session: Session): SubScores =>
  session.answers.length < 2 && session.calls < 2
    ? { tool_usage_stability: 1, response_consistency: 1, redundancy: 1, cost_per_progress: 1 }
    : {
        tool_usage_stability: toolUsageStability(session),
        response_consistency: responseConsistency(session),
        redundancy: redundancy(session),
        cost_per_progress: costPerProgress(session)
      }

/** The least of the four, which nobody knows while one of them is unknown. */
export const weakestOf = (scores: SubScores): number | undefined => {
  const values: ReadonlyArray<number | undefined> = Object.values(scores)
  return values.every((value) => value !== undefined) ? Math.min(...values) : undefined
}

const toolUsageStability = ({ calls, distinctTools }: Session): number =>
  calls < 2 ? 1 : 1 - (distinctTools - 1) / (calls - 1)

const responseConsistency = ({ answers }: Session): number =>
  answers.length < 2 ? 1 : 1 - Math.min(1, variationCoefficient(answers))

const redundancy = ({ calls, distinctCalls }: Session): number | undefined => {
  if (distinctCalls === undefined) return undefined
  return calls === 0 ? 1 : distinctCalls / calls
}

const costPerProgress = ({ distinctCalls, tokens }: Session): number | undefined => {
  if (tokens === undefined || distinctCalls === undefined) return undefined
  if (tokens === 0) return 1
  if (distinctCalls === 0) return 0
  return TOKENS_PER_USEFUL_CALL / Math.max(TOKENS_PER_USEFUL_CALL, tokens / distinctCalls)
}
