/**
 * Checks one target of a gate's report against its matcher.
 */
import type { Json } from "../../base/domain/Json.ts"
import type { MatcherData } from "../../base/domain/matching/Matcher.ts"
import { phrase } from "../../base/domain/matching/matchers.ts"
import type { Capabilities } from "../../base/domain/verdict/Metric.ts"
import type { Check, Finding } from "../../base/domain/verdict/Verdict.ts"
import { match } from "../../language/metrics/match.ts"

export interface Question {
  /** The target with its prefix, `stability.weakest_score`. */
  readonly full: string
  readonly value: unknown
  readonly matcher: MatcherData
  /** The verdict if the value is undefined. */
  readonly absent: "fail" | "none"
  readonly advisory: boolean
  readonly always: true | undefined
  /** The gate's own findings, asked for only when the check does not pass. */
  readonly explain: () => ReadonlyArray<Finding>
  readonly means: Capabilities
  /** The run that was measured, if it was a single one. */
  readonly run: number | undefined
}

/** Passes only if the comparison was made and is true: undefined, NaN and a value of another type never pass. */
export const checkTarget = (question: Question): Check => {
  const { advisory, always, full, matcher, means, value } = question
  const { diffs, error, passed } =
    value === undefined
      ? { passed: false, diffs: [], error: "nothing was recorded" }
      : match(matcher, value, means.jsonSchema)
  const verdict = passed ? "pass" : value === undefined ? question.absent : error === undefined ? "fail" : "none"
  const compared = passed
    ? []
    : error === undefined
      ? diffs.map(({ path, ...diff }) => ({ ...diff, path: below(full, path) }))
      : [{ reason: error }]
  return {
    target: full,
    verdict,
    expected: phrase(matcher),
    actual: jsonOrNull(value),
    advisory,
    ...(always === true && { always }),
    evidence: { findings: passed ? [] : located(question.explain(), compared, question.run) }
  }
}

/** The gate's findings if it has any, because they say more than the comparison does. */
const located = (
  explained: ReadonlyArray<Finding>,
  compared: ReadonlyArray<Finding>,
  run: number | undefined
): ReadonlyArray<Finding> => {
  const findings = explained.length > 0 ? explained : compared
  return run === undefined ? findings : findings.map((finding) => ({ run, ...finding }))
}

const below = (target: string, path: string): string =>
  path === "" || path.startsWith("[") ? `${target}${path}` : `${target}.${path}`

/** Null for undefined, NaN and the infinities, which JSON does not have. */
export const jsonOrNull = (value: unknown): Json =>
  value === undefined || (typeof value === "number" && !Number.isFinite(value)) ? null : (value as Json)
