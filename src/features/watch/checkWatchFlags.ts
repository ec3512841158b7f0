/**
 * Refuses `--watch` in CI, with flags that it excludes, and in every mode but replay.
 */
import * as Effect from "effect/Effect"
import { isReplay } from "../../engine/services/LiveParts.ts"
import type { Environment } from "../../base/std/Environment.ts"
import { isCi, partsAsked } from "../../app/run/mode.ts"
import type { RunFlags } from "../../app/flags/runFlags.ts"
import { UsageError } from "../../app/kit/UsageError.ts"

export const checkWatchFlags = Effect.fnUntraced(function* (flags: RunFlags, environment: Environment) {
  if (isCi(environment)) {
    return yield* new UsageError({
      what: "--watch shows its results to a person, and CI has none.",
      hint: "Leave it out."
    })
  }
  const other = beside(flags)
  if (other !== undefined) {
    return yield* new UsageError({
      what: `--watch and ${other} exclude each other.`,
      hint: "Leave one out: --watch judges recordings whenever a file changes."
    })
  }
  if (!isReplay(yield* partsAsked(flags, environment))) {
    return yield* new UsageError({ what: "--watch judges recordings only.", hint: "Leave PASSHAT_MODE out." })
  }
})

const beside = (flags: RunFlags): string | undefined => {
  const { bail, coverage, coverageThreshold, failed, history, liveAgent, liveTools, plan, record } = flags
  const asked = {
    "--record": record !== undefined,
    "--live-tools": liveTools,
    "--live-agent": liveAgent,
    "--plan": plan,
    "--bail": bail,
    "--failed": failed,
    "--coverage": coverage,
    "--coverage-threshold": coverageThreshold !== undefined,
    "--history": history !== undefined
  }
  return Object.entries(asked).find(([, is]) => is)?.[0]
}
