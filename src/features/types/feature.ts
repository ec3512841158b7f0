/**
 * Writes typed catalogues of the tools of servers.
 */
import type { Feature } from "../../app/run/Feature.ts"

export const types: Feature = {
  commands: { types: async () => (await import("./commands.ts")).types }
}
