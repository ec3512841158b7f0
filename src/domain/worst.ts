/**
 * The order of verdicts.
 */
import type { Verdict } from "./Verdict.ts"

/** Fail outranks none, and none outranks pass. Nothing at all could not be judged. */
export const worst = (verdicts: ReadonlyArray<Verdict>): Verdict =>
  verdicts.includes("fail") ? "fail" : verdicts.includes("none") || verdicts.length === 0 ? "none" : "pass"
