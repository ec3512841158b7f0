/**
 * Calculates how many runs a claim about a pass rate takes.
 */
import type { Feature } from "../../app/run/Feature.ts"

export const recommendRuns: Feature = {
  commands: { "recommend-runs": async () => (await import("./commands.ts")).recommendRuns }
}
