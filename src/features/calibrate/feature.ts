/**
 * Suggests thresholds from recorded runs.
 */
import type { Feature } from "../../app/run/Feature.ts"

export const calibrate: Feature = {
  commands: { calibrate: async () => (await import("./commands.ts")).calibrate }
}
