/**
 * How much of the servers' catalogues the runs reach: `--coverage` and `--coverage-threshold`.
 */
import * as Effect from "effect/Effect"
import { lazily } from "../../app/kit/lazily.ts"
import { type Feature, runFeature } from "../../app/run/Feature.ts"
import { thresholdFlag } from "./thresholdFlag.ts"

export const coverage: Feature = {
  run: runFeature({
    flags: {
      coverage: {
        kind: "boolean",
        default: false,
        description: "Report which tools, arguments and enum values of the servers the runs reach"
      },
      coverageThreshold: thresholdFlag
    },
    hooks: (flags, { suites }) =>
      flags.coverage || flags.coverageThreshold !== undefined ? coverageHooks(suites, flags) : Effect.succeed(undefined)
  })
}

const coverageHooks = lazily(() => import("./coverage.ts"), "coverageHooks")
