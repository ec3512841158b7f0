/**
 * The local web viewer of reports and recordings.
 */
import type { Feature } from "../../app/run/Feature.ts"

export const view: Feature = {
  commands: { view: async () => (await import("./commands.ts")).view }
}
