/**
 * Compares runs with earlier ones: `passhat compare` and `bless`, `--baseline`, and the baselines that gates of a suite name.
 */
import * as Effect from "effect/Effect"
import type { Capabilities } from "../../base/domain/verdict/Metric.ts"
import { lazily } from "../../app/kit/lazily.ts"
import { type Feature, type RunHooks, runFeature } from "../../app/run/Feature.ts"
import type { CompiledSuite } from "../../app/suites/compileSuites.ts"
import { baselineFlag } from "./baselineFlag.ts"

export const compare: Feature = {
  commands: {
    compare: async () => (await import("./commands.ts")).compare,
    bless: async () => (await import("./commands.ts")).bless
  },
  run: runFeature({
    flags: { baseline: baselineFlag },
    hooks: Effect.fnUntraced(function* ({ baseline }, { targets }) {
      if (baseline === undefined) return { capabilities }
      const compared = yield* readBaseline(baseline, targets)
      return { capabilities, comparesReports: true, after: () => Effect.succeed({ compared }) } satisfies RunHooks
    })
  })
}

const readBaseline = lazily(() => import("./baseline.ts"), "readBaseline")

/** Most suites name no baseline, and load nothing for it. */
const capabilities = (suite: CompiledSuite): Effect.Effect<Partial<Capabilities>> =>
  namesBaseline(suite)
    ? Effect.promise(async () => ({ baselines: (await import("./baselinesOf.ts")).baselinesOf(suite) }))
    : Effect.succeed({})

const namesBaseline = ({ definitions }: CompiledSuite): boolean =>
  [...definitions.values()].some((all) => all.some(({ baseline }) => baseline !== undefined))
