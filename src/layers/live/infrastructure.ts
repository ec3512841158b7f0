/**
 * A failure outside the agent, made of a message and a hint.
 */
import { issue } from "../../domain/issues.ts"
import { Infrastructure } from "../../services/Infrastructure.ts"

export const infrastructure = (message: string, hint: string): Infrastructure =>
  new Infrastructure({ issue: issue("INFRASTRUCTURE", message, hint) })
