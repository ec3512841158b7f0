/**
 * What a report comes to as an exit code. What was cut short is never a pass.
 */
import type { Report } from "../domain/Verdict.ts"

const codes = { pass: 0, fail: 1, none: 2 }

export const exitCode = ({ status, verdict }: Pick<Report, "status" | "verdict">): number =>
  verdict === "pass" && status !== "complete" ? codes.none : codes[verdict]
