/**
 * Sets a project up: a first suite, scripts and a CI workflow.
 */
import type { Feature } from "../../app/run/Feature.ts"

export const init: Feature = {
  commands: { init: async () => (await import("./commands.ts")).init }
}
