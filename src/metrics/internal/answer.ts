/**
 * What a matcher answers: true, false, unknown where it cannot be asked of the value, invalid where it is malformed.
 *
 * Unknown stays unknown under `not`, and gives way to an answer that decides beside it; invalid gives way to nothing.
 */
import type { Json } from "../../domain/Json.ts"
import type { Diff, MatcherData } from "../../domain/Matcher.ts"
import { phrase } from "../../domain/matchers.ts"
import { word } from "./contains.ts"

export interface Answer {
  readonly is: "true" | "false" | "unknown" | "invalid"
  readonly diffs: ReadonlyArray<Diff>
  /** Why it is unknown or invalid. */
  readonly error?: string
}

export const decided = (diffs: ReadonlyArray<Diff>): Answer => ({ is: diffs.length === 0 ? "true" : "false", diffs })

export const claimed = (matcher: MatcherData, value: Json, is: boolean): Answer =>
  decided(is ? [] : [diff(matcher, value)])

/** The reason completes the sentence "got 5, which ...". */
export const unknown = (matcher: MatcherData, value: Json, why: string): Answer => {
  const asked = diff(matcher, value)
  return { is: "unknown", diffs: [asked], error: `${asked.reason}, which ${why}` }
}

export const invalid = (error: string): Answer => ({ is: "invalid", diffs: [], error })

export const negated = (matcher: MatcherData, value: Json, answer: Answer): Answer =>
  answer.is === "true" || answer.is === "false" ? claimed(matcher, value, answer.is === "false") : answer

export const every = (answers: ReadonlyArray<Answer>): Answer => {
  const worst = first(answers, ["invalid", "false", "unknown", "true"])
  return { ...worst, diffs: answers.flatMap(({ diffs }) => diffs) }
}

export const some = (matcher: MatcherData, value: Json, answers: ReadonlyArray<Answer>): Answer => {
  const best = first(answers, ["invalid", "true", "unknown", "false"])
  return best.is === "true" ? best : { ...best, diffs: [diff(matcher, value)] }
}

/** Without a matcher nothing is claimed, and what claims nothing must not pass. */
const first = (answers: ReadonlyArray<Answer>, order: ReadonlyArray<Answer["is"]>): Answer =>
  order.flatMap((is) => answers.filter((answer) => answer.is === is))[0] ??
  invalid("a list of no matchers claims nothing")

const diff = (matcher: MatcherData, value: Json): Diff => ({
  path: "",
  expected: phrase(matcher),
  actual: value,
  reason: `expected ${phrase(matcher)}, got ${word(value)}`
})
