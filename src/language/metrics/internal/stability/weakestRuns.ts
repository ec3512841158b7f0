/**
 * Findings about the runs with the weakest scores: which sub-score it is, and the counts that it is made of.
 */
import type { Finding } from "../../../../base/domain/verdict/Verdict.ts"
import { shortNumber } from "../text.ts"
import { DIMENSIONS, type Dimension, scoresOf, type Scoring, type SessionCounts, weakestOf } from "./subScores.ts"

/** How many runs are reported. */
const SHOWN = 3

export const weakestRuns = (all: ReadonlyArray<SessionCounts>, scoring: Scoring): ReadonlyArray<Finding> => {
  const sessions = all.map((session, index) => ({ run: index + 1, session }))
  const unknown = sessions.filter(({ session }) => weakestOf(scoresOf(session, scoring), scoring) === undefined)
  if (unknown.length > 0) return unknown.map(({ run, session }) => ({ run, ...whyUnknown(session, scoring) }))
  return sessions
    .map(({ run, session }) => ({ run, session, weakest: weakestScore(session, scoring) }))
    .filter(({ weakest }) => weakest.value < 1)
    .toSorted((a, b) => a.weakest.value - b.weakest.value)
    .slice(0, SHOWN)
    .map(({ run, session, weakest: { name, value } }) => ({
      run,
      actual: value,
      reason: scoreText(session, { name, value })
    }))
}

/** Which sub-score is the weakest and what it is made of; undefined if it is not known. */
export const weakestText = (session: SessionCounts, scoring: Scoring): string | undefined =>
  weakestOf(scoresOf(session, scoring), scoring) === undefined
    ? undefined
    : scoreText(session, weakestScore(session, scoring))

const scoreText = (session: SessionCounts, { name, value }: Score): string =>
  `${name} ${shortNumber(value)} (${madeOf[name](session)})`

const whyUnknown = ({ answers, distinctCalls }: SessionCounts, { dimensions = DIMENSIONS }: Scoring): Finding => {
  if (answers === undefined && dimensions.includes("response_consistency")) {
    return { path: "conversation.turns", reason: "its turns are not known: a driver reports them with session.say" }
  }
  return distinctCalls === undefined
    ? { path: "tool_calls", reason: "an integer beyond 2^53 leaves open whether two of its calls are the same" }
    : { path: "conversation.tokens", reason: "its tokens were not recorded" }
}

interface Score {
  readonly name: Dimension
  readonly value: number
}

/** The score must be known. */
const weakestScore = (session: SessionCounts, scoring: Scoring): Score => {
  const scores = scoresOf(session, scoring)
  return (scoring.dimensions ?? DIMENSIONS)
    .map((name) => ({ name, value: scores[name] }) as Score)
    .reduce((weakest, score) => (score.value < weakest.value ? score : weakest))
}

const madeOf: { readonly [name in Dimension]: (session: SessionCounts) => string } = {
  tool_usage_stability: ({ calls, distinctTools }) => `${calls} calls, ${distinctTools} tools`,
  response_consistency: ({ answers = [] }) =>
    `answers of ${Math.min(...answers)} to ${Math.max(...answers)} characters`,
  redundancy: ({ calls, distinctCalls }) => `${calls} calls, ${distinctCalls} distinct`,
  cost_per_progress: ({ calls, distinctCalls, tokens }) => `${tokens} tokens, ${calls} calls, ${distinctCalls} distinct`
}
