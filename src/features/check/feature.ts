/**
 * Says whether suites compile and their recordings are whole and fresh.
 */
import type { Feature } from "../../app/run/Feature.ts"

export const check: Feature = {
  commands: { check: async () => (await import("./commands.ts")).check }
}
