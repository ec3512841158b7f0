/**
 * Whether what a file exports is a suite, of whichever copy of passhat.
 */
import type { Suite } from "../../language/dsl/suite.ts"

export const isSuite = (value: unknown): value is Suite =>
  typeof value === "object" &&
  value !== null &&
  "name" in value &&
  "agents" in value &&
  Array.isArray(value.agents) &&
  value.agents.every(isAgentNode)

/** Files also export values of their own that have a name and agents. */
const isAgentNode = (value: unknown): boolean =>
  typeof value === "object" && value !== null && "models" in value && "gates" in value
