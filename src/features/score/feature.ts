/**
 * Prints the metrics of recordings and traces, without a suite.
 */
import type { Feature } from "../../app/run/Feature.ts"

export const score: Feature = {
  commands: { score: async () => (await import("./commands.ts")).score }
}
