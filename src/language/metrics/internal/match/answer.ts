/**
 * The result of a matcher: true, false, unknown if it does not apply to the value, invalid if it is malformed.
 *
 * Unknown stays unknown under `not`. In `allOf` and `anyOf` a deciding answer outranks unknown, and invalid outranks
 * all.
 */
import type { Json } from "../../../../base/domain/Json.ts"
import type { Diff, JsonSchemaCheck, MatcherData } from "../../../../base/domain/matching/Matcher.ts"
import { phrase } from "../../../../base/domain/matching/matchers.ts"
import { shortJson } from "../text.ts"

export interface MatchAnswer {
  readonly is: "true" | "false" | "unknown" | "invalid"
  readonly diffs: ReadonlyArray<Diff>
  /** Why it is unknown or invalid. */
  readonly error?: string
}

export const decided = (diffs: ReadonlyArray<Diff>): MatchAnswer => ({
  is: diffs.length === 0 ? "true" : "false",
  diffs
})

export const claimed = (matcher: MatcherData, value: Json, is: boolean): MatchAnswer =>
  decided(is ? [] : [diff(matcher, value)])

/** The reason completes the sentence "got 5, which ...". */
export const unknown = (matcher: MatcherData, value: Json, why: string): MatchAnswer => {
  const asked = diff(matcher, value)
  return { is: "unknown", diffs: [asked], error: `${asked.reason}, which ${why}` }
}

export const invalid = (error: string): MatchAnswer => ({ is: "invalid", diffs: [], error })

export const negated = (matcher: MatcherData, value: Json, answer: MatchAnswer): MatchAnswer =>
  answer.is === "true" || answer.is === "false" ? claimed(matcher, value, answer.is === "false") : answer

export const every = (answers: ReadonlyArray<MatchAnswer>): MatchAnswer => {
  const worst = first(answers, ["invalid", "false", "unknown", "true"])
  return { ...worst, diffs: answers.flatMap(({ diffs }) => diffs) }
}

export const some = (matcher: MatcherData, value: Json, answers: ReadonlyArray<MatchAnswer>): MatchAnswer => {
  const best = first(answers, ["invalid", "true", "unknown", "false"])
  return best.is === "true" ? best : { ...best, diffs: [diff(matcher, value)] }
}

/** For callers that were given no JSON Schema validator: a schema is then an error, never a pass. */
export const noSchemas: JsonSchemaCheck = () => ({ unusable: "nothing here can read one" })

/** An empty list of matchers is invalid, because it must not pass. */
const first = (answers: ReadonlyArray<MatchAnswer>, order: ReadonlyArray<MatchAnswer["is"]>): MatchAnswer =>
  order.flatMap((is) => answers.filter((answer) => answer.is === is))[0] ??
  invalid("a list of no matchers claims nothing")

const diff = (matcher: MatcherData, value: Json): Diff => ({
  path: "",
  expected: phrase(matcher),
  actual: value,
  reason: `expected ${phrase(matcher)}, got ${shortJson(value)}`
})
