/**
 * Judges again whenever a file changes: `--watch`.
 */
import { lazily } from "../../app/kit/lazily.ts"
import { type Feature, runFeature } from "../../app/run/Feature.ts"

export const watch: Feature = {
  run: runFeature({
    flags: {
      watch: {
        kind: "boolean",
        default: false,
        description: "Judge again whenever a suite, what it imports or its recordings change"
      }
    },
    instead: (flags, files) => (flags.watch ? watchSuites(files, flags) : undefined)
  })
}

const watchSuites = lazily(() => import("./watch.ts"), "watch")
