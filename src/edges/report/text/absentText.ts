/**
 * The word for a value that a check did not find. A check has null for a value that is absent; only a finding about the value
 * itself, or a pass, shows that the value was null.
 */
import type { Check } from "../../../base/domain/verdict/Verdict.ts"

/** `undefined` is a value that could not be computed, so that the check has no verdict. Nothing for a value that is there. */
export const absentText = ({
  actual,
  evidence: { findings },
  target,
  verdict
}: Check): "absent" | "undefined" | undefined =>
  actual !== null ||
  verdict === "pass" ||
  findings.some((finding) => finding.actual === null && (finding.path ?? target) === target)
    ? undefined
    : verdict === "none"
      ? "undefined"
      : "absent"
