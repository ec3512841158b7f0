/**
 * Prints a recording for a person.
 */
import type { Feature } from "../../app/run/Feature.ts"

export const show: Feature = {
  commands: { show: async () => (await import("./commands.ts")).show }
}
