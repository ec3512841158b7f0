/**
 * Checks one target of a report against its matcher.
 */
import type { Json } from "../domain/Json.ts"
import type { MatcherData } from "../domain/Matcher.ts"
import { phrase } from "../domain/matchers.ts"
import type { Capabilities } from "../domain/Metric.ts"
import type { Check, Finding } from "../domain/Verdict.ts"
import { match } from "../metrics/match.ts"

export interface Question {
  /** The target's full name. */
  readonly full: string
  readonly value: unknown
  readonly matcher: MatcherData
  /** What it means that there is no value. */
  readonly absent: "fail" | "none"
  readonly advisory: boolean
  /** What the gate itself can point at, asked only when the check does not pass. */
  readonly places: () => ReadonlyArray<Finding>
  readonly means: Capabilities
  /** The run that the value is of, where it is of one. */
  readonly run: number | undefined
}

/** Passes only when the comparison is true: undefined, NaN and what a matcher cannot be asked of never do. */
export const checkTarget = (question: Question): Check => {
  const { advisory, full, matcher, means, value } = question
  const { diffs, error, passed } =
    value === undefined
      ? { passed: false, diffs: [], error: "nothing was recorded" }
      : match(matcher, value, means.jsonSchema)
  const verdict = passed ? "pass" : value === undefined ? question.absent : error === undefined ? "fail" : "none"
  const seen = passed
    ? []
    : error === undefined
      ? diffs.map(({ path, ...diff }) => ({ ...diff, path: below(full, path) }))
      : [{ reason: error }]
  return {
    target: full,
    verdict,
    expected: phrase(matcher),
    actual: json(value),
    advisory,
    evidence: { findings: passed ? [] : located(question.places(), seen, question.run) }
  }
}

/** What the gate can point at says more than the bare comparison. */
const located = (
  places: ReadonlyArray<Finding>,
  seen: ReadonlyArray<Finding>,
  run: number | undefined
): ReadonlyArray<Finding> => {
  const findings = places.length > 0 ? places : seen
  return run === undefined ? findings : findings.map((finding) => ({ run, ...finding }))
}

const below = (target: string, path: string): string =>
  path === "" || path.startsWith("[") ? `${target}${path}` : `${target}.${path}`

/** Null where there is no value to show. */
export const json = (value: unknown): Json =>
  value === undefined || (typeof value === "number" && !Number.isFinite(value)) ? null : (value as Json)
