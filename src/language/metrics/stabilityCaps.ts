/**
 * Options with which runs of a healthy agent pass: what a failing default suggests.
 *
 * Tokens per useful call are the most that a run used, silent turns are skipped if there are any, and each sub-score that
 * is below the default floor gets its least value as floor. A sub-score that is 0 in a run says nothing about these runs,
 * and is left out.
 */
import { twoDecimalsDown, twoDigitsUp } from "./stats/numbers.ts"
import {
  DIMENSIONS,
  type Dimension,
  scoresOf,
  type Scoring,
  type SessionCounts,
  TOKENS_PER_USEFUL_CALL
} from "./internal/stability/subScores.ts"

/** Sub-scores at or above it need no floor of their own. */
const DEFAULT_FLOOR = 0.5

export interface Calibration {
  readonly tokensPerUsefulCall?: number
  readonly silentTurns?: "skip"
  readonly dimensions?: ReadonlyArray<Dimension>
  readonly floors?: { readonly [name in Dimension]?: number }
}

/** Undefined if a sub-score of a run is unknown, or if every judged one is 0 in a run. */
export const calibrate = (sessions: ReadonlyArray<SessionCounts>, scoring: Scoring): Calibration | undefined => {
  const judged = scoring.dimensions ?? DIMENSIONS
  const adapted = adaptScoring(sessions, scoring)
  const floors = judged.map((name) => ({ name, floor: floorOf(sessions, adapted, name) }))
  if (floors.some(({ floor }) => floor === undefined)) return undefined
  const kept = floors.filter(({ floor = 0 }) => floor > 0)
  if (kept.length === 0) return undefined
  const own = kept.filter(({ floor = 1 }) => floor < DEFAULT_FLOOR)
  return {
    ...(adapted.tokens_per_useful_call !== undefined && { tokensPerUsefulCall: adapted.tokens_per_useful_call }),
    ...(adapted.silent_turns === "skip" && { silentTurns: "skip" }),
    ...((kept.length < judged.length || scoring.dimensions) && { dimensions: kept.map(({ name }) => name) }),
    ...(own.length > 0 && { floors: Object.fromEntries(own.map(({ floor, name }) => [name, floor])) })
  }
}

/** As TypeScript: `{ tokensPerUsefulCall: 21000, floors: { redundancy: 0.4 } }`. */
export const optionsText = (options: object): string =>
  JSON.stringify(options)
    .replaceAll(/"(\w+)":/g, "$1: ")
    .replaceAll(/([{,])(?=\S)/g, "$1 ")
    .replaceAll("}", " }")

/** The part of the options that changes the sub-scores themselves. */
const adaptScoring = (sessions: ReadonlyArray<SessionCounts>, scoring: Scoring): Scoring => {
  const isSilent = sessions.some(({ answers }) => answers?.includes(0) === true)
  const most = Math.max(0, ...sessions.map(tokensPerCall))
  const before = scoring.tokens_per_useful_call ?? TOKENS_PER_USEFUL_CALL
  return {
    ...scoring,
    ...(most > before && { tokens_per_useful_call: twoDigitsUp(most) }),
    ...(isSilent && { silent_turns: "skip" })
  }
}

const tokensPerCall = ({ distinctCalls, tokens }: SessionCounts): number =>
  tokens === undefined || !distinctCalls ? 0 : tokens / distinctCalls

/** The least value in the runs, truncated to two decimals. */
const floorOf = (sessions: ReadonlyArray<SessionCounts>, scoring: Scoring, name: Dimension): number | undefined => {
  const values = sessions.map((session) => scoresOf(session, scoring)[name])
  return values.every((value) => value !== undefined) ? twoDecimalsDown(Math.min(...values)) : undefined
}
