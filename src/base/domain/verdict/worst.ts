/**
 * The order of verdicts.
 */
import type { Verdict } from "./Verdict.ts"

/** Fail is worse than none, none is worse than pass. No verdicts at all are none. */
export const worst = (verdicts: ReadonlyArray<Verdict>): Verdict =>
  verdicts.includes("fail") ? "fail" : verdicts.includes("none") || verdicts.length === 0 ? "none" : "pass"
