/**
 * Whether what a file exports is a suite, of whichever copy of passhat.
 */
import type { Suite } from "../../dsl/suite.ts"

export const isSuite = (value: unknown): value is Suite =>
  typeof value === "object" && value !== null && "name" in value && "agents" in value && Array.isArray(value.agents)
