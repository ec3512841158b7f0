/**
 * How the sub-scores of stability are made: the published rule by default, or set from recordings of a healthy agent.
 */
import { type Kind, listOf, number, optional, text } from "../../base/std/kinds.ts"
import { DIMENSIONS, type Dimension, type Scoring } from "./internal/stability/subScores.ts"

export { DIMENSIONS, type Dimension, type Scoring }

/** The default floor of every sub-score and of the session scores. */
export const DEFAULT_FLOOR = 0.5

export interface ScoringOptions {
  /** The tokens per distinct call above which `cost_per_progress` decreases; default 2000. */
  readonly tokensPerUsefulCall?: number
  /** `"skip"`: turns without words are not answers. By default they count, with length 0. */
  readonly silentTurns?: "count" | "skip"
  /** The sub-scores of which the weakest decides; default all four. */
  readonly dimensions?: ReadonlyArray<Dimension>
}

/** Their names at run time. */
export const SCORING_OPTIONS: { readonly [Name in keyof ScoringOptions]-?: true } = {
  tokensPerUsefulCall: true,
  silentTurns: true,
  dimensions: true
}

/** What they may be, whatever the types let through. Which numbers and which names, `scoringProblems` says. */
export const scoringKinds: { readonly [Name in keyof ScoringOptions]-?: Kind } = {
  tokensPerUsefulCall: optional(number),
  silentTurns: optional(text),
  dimensions: optional(listOf(text))
}

/** The options as a plan stores them. */
export const scoringOf = ({ dimensions, silentTurns, tokensPerUsefulCall }: ScoringOptions): Scoring => ({
  ...(tokensPerUsefulCall !== undefined && { tokens_per_useful_call: tokensPerUsefulCall }),
  ...(silentTurns !== undefined && { silent_turns: silentTurns }),
  ...(dimensions !== undefined && { dimensions })
})

/** What is wrong with the options, as sentences. */
export const scoringProblems = ({ dimensions, silent_turns, tokens_per_useful_call: tokens }: Scoring) => [
  ...(tokens === undefined || (Number.isFinite(tokens) && tokens > 0)
    ? []
    : [`tokensPerUsefulCall is ${tokens}, expected more than 0`]),
  ...(silent_turns === undefined || ["count", "skip"].includes(silent_turns)
    ? []
    : [`silentTurns is ${JSON.stringify(silent_turns)}, expected "count" or "skip"`]),
  ...(dimensions?.length === 0 ? [`dimensions names none of ${DIMENSIONS.join(", ")}, so nothing could fail`] : []),
  ...unknownNames("dimension", dimensions ?? [], DIMENSIONS)
]

/** What is wrong with floors for some of `names`, as sentences. */
export const floorProblems = (
  floors: { readonly [name: string]: number | undefined },
  names: ReadonlyArray<string>
): ReadonlyArray<string> => [
  ...unknownNames("floor", Object.keys(floors), names),
  ...Object.entries(floors).flatMap(([name, floor = 1]) =>
    floor > 0 && floor <= 1 ? [] : [`the floor of ${name} is ${floor}, expected more than 0 and at most 1`]
  )
]

const unknownNames = (what: string, given: ReadonlyArray<string>, known: ReadonlyArray<string>) =>
  given.filter((name) => !known.includes(name)).map((name) => `unknown ${what} ${name}, expected ${known.join(", ")}`)
