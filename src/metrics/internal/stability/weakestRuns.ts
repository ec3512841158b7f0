/**
 * Findings about the runs with the weakest scores: which sub-score it is, and the counts that it is made of.
 */
import type { Finding } from "../../../domain/Verdict.ts"
import { shortNumber } from "../text.ts"
import { type Digest, scoresOf, type Session, sessionOf, type SubScores, weakestOf } from "./subScores.ts"

/** How many runs are reported. */
const SHOWN = 3

export const weakestRuns = (runs: ReadonlyArray<Digest>): ReadonlyArray<Finding> => {
  const sessions = runs.map((run, index) => ({ run: index + 1, session: sessionOf(run) }))
  const unknown = sessions.filter(({ session }) => weakestOf(scoresOf(session)) === undefined)
  if (unknown.length > 0) return unknown.map(({ run, session }) => ({ run, ...whyUnknown(session) }))
  return sessions
    .map(({ run, session }) => ({ run, session, weakest: weakestScore(session) }))
    .filter(({ weakest }) => weakest.value < 1)
    .toSorted((a, b) => a.weakest.value - b.weakest.value)
    .slice(0, SHOWN)
    .map(({ run, session, weakest: { name, value } }) => ({
      run,
      actual: value,
      reason: `${name} ${shortNumber(value)} (${madeOf[name](session)})`
    }))
}

const whyUnknown = ({ answers, distinctCalls }: Session): Finding => {
  if (answers === undefined) {
    return { path: "conversation.turns", reason: "its turns are not known: a driver reports them with session.say" }
  }
  return distinctCalls === undefined
    ? { path: "tool_calls", reason: "an integer beyond 2^53 leaves open whether two of its calls are the same" }
    : { path: "conversation.tokens", reason: "its tokens were not recorded" }
}

interface Score {
  readonly name: keyof SubScores
  readonly value: number
}

const weakestScore = (session: Session): Score =>
  Object.entries(scoresOf(session))
    .map(([name, value]) => ({ name, value }) as Score)
    .reduce((weakest, score) => (score.value < weakest.value ? score : weakest))

const madeOf: { readonly [name in keyof SubScores]: (session: Session) => string } = {
  tool_usage_stability: ({ calls, distinctTools }) => `${calls} calls, ${distinctTools} tools`,
  response_consistency: ({ answers = [] }) =>
    `answers of ${Math.min(...answers)} to ${Math.max(...answers)} characters`,
  redundancy: ({ calls, distinctCalls }) => `${calls} calls, ${distinctCalls} distinct`,
  cost_per_progress: ({ calls, distinctCalls, tokens }) => `${tokens} tokens, ${calls} calls, ${distinctCalls} distinct`
}
