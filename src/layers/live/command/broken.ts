/**
 * What stood in the way of an agent in another process, in a sentence.
 */
import { issue } from "../../../domain/issues.ts"
import { Infrastructure } from "../../../services/Infrastructure.ts"

export const broken = (message: string, hint: string): Infrastructure =>
  new Infrastructure({ issue: issue("INFRASTRUCTURE", message, hint) })
