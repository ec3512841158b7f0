/**
 * Prints what a run would do and what it may cost: `passhat plan`, and `--plan` for programs.
 */
import * as Effect from "effect/Effect"
import { lazily } from "../../app/kit/lazily.ts"
import { type Feature, runFeature } from "../../app/run/Feature.ts"

export const plan: Feature = {
  commands: { plan: async () => (await import("./commands.ts")).plan },
  run: runFeature({
    flags: {
      plan: {
        kind: "boolean",
        default: false,
        description: "Print what would be run and what it may cost, as JSON, and run nothing"
      }
    },
    hooks: (flags, { hide, suites }) => Effect.succeed(flags.plan ? { instead: printPlans(suites, hide) } : undefined)
  })
}

const printPlans = lazily(() => import("./printPlans.ts"), "printPlans")
