/**
 * An MCP server with canned answers.
 */
import type { Feature } from "../../app/run/Feature.ts"

export const mock: Feature = {
  commands: { mock: async () => (await import("./commands.ts")).mock }
}
