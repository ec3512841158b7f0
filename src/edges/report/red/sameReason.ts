/**
 * When two checks say the same of different runs: all but the runs and the ids of calls, which differ from run to run, is equal.
 */
import { numberedTarget } from "../../../base/domain/verdict/numberedTarget.ts"
import type { Check, Finding } from "../../../base/domain/verdict/Verdict.ts"

/** What is said of a value. */
export const claimKey = ({ actual, expected, gate, target, verdict }: Check): string =>
  JSON.stringify([numberedTarget(target, gate), verdict, expected, actual])

/** What is said of a value, and why. */
export const reasonKey = (check: Check): string =>
  `${claimKey(check)} ${JSON.stringify(check.evidence.findings.map(findingKey))}`

export const findingKey = ({ actual, expected, path, reason }: Finding): string =>
  JSON.stringify([path, reason, expected, actual])

/** Of several runs: its findings name no single run and no single call. */
export const withoutRun = (check: Check): Check => ({
  ...check,
  evidence: { findings: check.evidence.findings.map(({ call_id: _, run: __, ...one }) => one) }
})
