/**
 * The HTML report: one page in one file.
 */
import type { Feature } from "../../app/run/Feature.ts"

export const html: Feature = {
  reporters: [{ name: "html", load: async () => (await import("./html.ts")).html }]
}
