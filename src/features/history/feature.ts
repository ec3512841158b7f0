/**
 * How cells did over time: `passhat history`, and `--history` to add the results of a run.
 */
import * as Effect from "effect/Effect"
import { lazily } from "../../app/kit/lazily.ts"
import { type Feature, runFeature } from "../../app/run/Feature.ts"

export const history: Feature = {
  commands: { history: async () => (await import("./commands.ts")).history },
  run: runFeature({
    flags: {
      history: {
        kind: "string",
        metavar: "directory",
        path: "directory",
        description: "Add what the cells came to to the history in this folder, which passhat history shows"
      }
    },
    hooks: ({ history: directory }, run) =>
      directory === undefined ? Effect.succeed(undefined) : historyHooks(directory, run)
  })
}

const historyHooks = lazily(() => import("./historyHooks.ts"), "historyHooks")
