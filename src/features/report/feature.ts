/**
 * Writes a JSON report in other formats, and puts the reports of shards together.
 */
import type { Feature } from "../../app/run/Feature.ts"

export const report: Feature = {
  commands: {
    report: async () => (await import("./commands.ts")).report,
    merge: async () => (await import("./commands.ts")).merge
  }
}
