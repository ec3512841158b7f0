/**
 * Refuses `--watch` in CI, with flags that it excludes, and in every mode but replay.
 */
import * as Effect from "effect/Effect"
import { isReplay } from "../../engine/services/LiveParts.ts"
import type { Environment } from "../../base/std/Environment.ts"
import { isCi } from "../../app/kit/environment.ts"
import { partsAsked } from "../../app/run/mode.ts"
import { flagName } from "../../app/flags/Flag.ts"
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

/** Flags of a run that do one thing once, or that write something with each run. */
const excluded = "record liveTools liveAgent plan bail failed coverage coverageThreshold history".split(" ")

const beside = (flags: RunFlags): string | undefined => {
  const given = new Map<string, unknown>(Object.entries(flags))
  const name = excluded.find((property) => given.get(property) !== undefined && given.get(property) !== false)
  return name === undefined ? undefined : `--${flagName(name)}`
}
