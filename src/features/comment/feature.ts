/**
 * Puts a JSON report on its pull request.
 */
import type { Feature } from "../../app/run/Feature.ts"

export const comment: Feature = {
  commands: { comment: async () => (await import("./commands.ts")).comment }
}
