/**
 * Reads runs that other programs recorded.
 */
import type { Feature } from "../../app/run/Feature.ts"

export const importing: Feature = {
  commands: { import: async () => (await import("./commands.ts")).importCommand }
}
