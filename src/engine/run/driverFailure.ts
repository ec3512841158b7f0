/**
 * Why a run of a user's driver has no verdict, as sentences for its author.
 */
import * as Data from "effect/Data"
import { OWN_SERVER } from "../../base/domain/recording/Driver.ts"
import { issue } from "../../base/domain/issues.ts"
import type { Cell } from "../../base/domain/plan/Plan.ts"
import { Infrastructure, isInfrastructure } from "../services/Infrastructure.ts"
import { GIVE_LAYERS, missingService, needs } from "./layerErrors.ts"
import type { Log } from "./sessionLog.ts"

/** What the agent gave is not its final response. */
export class NoResponse extends Data.TaggedError("NoResponse")<{ readonly given: unknown }> {}

/** A timeout of an agent that fired on the virtual clock while the agent waited for what that clock does not see. */
export class Overtaken extends Data.TaggedError("Overtaken")<{ readonly error: string }> {}

/** Why a driver has no verdict: it returned no final response, its timeout overtook real work, or it failed. */
export const driverFailure = (cell: Cell, run: number, error: unknown): Infrastructure => {
  if (isInfrastructure(error)) return error
  const [what, hint] = flawOf(error)
  return new Infrastructure({ issue: issue("INFRASTRUCTURE", `${cell.name}, run #${run}: ${what}`, hint) })
}

const flawOf = (error: unknown): readonly [string, string] => {
  const service = missingService(error)
  if (service !== undefined) return [needs("the driver", service), GIVE_LAYERS]
  if (error instanceof NoResponse)
    return [`the driver returned ${named(error.given)}, and not its final response as a string.`, RETURNS]
  if (error instanceof Overtaken) return [`${error.error} The timeout fired on the virtual clock.`, REAL_WORK]
  return [agentError(error) ?? "", "Correct the driver."]
}

const RETURNS =
  "Return a string from the driver or { text, stopReason }, a promise of one, or an Effect of one made with effect 4."

const REAL_WORK =
  'That clock does not see real work, such as a request: wrap the work in external(...), or give the driver { clock: "wall" }.'

/** How the agent ended, as a sentence that begins with its subject. Undefined if the reason is outside the agent. */
export const agentError = (error: unknown): string | undefined => {
  if (missingService(error) !== undefined) return undefined
  if (isInfrastructure(error)) {
    return error.isAgentExit === true ? error.issue.message.replace(/^The /, "the ") : undefined
  }
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  const message = cause instanceof Error ? cause.message : String(cause)
  return `the driver failed: ${message}${/[.!?]$/.test(message) ? "" : "."}`
}

const named = (given: unknown): string => {
  if (given === undefined || given === null) return String(given)
  if (Array.isArray(given)) return "an array"
  if (typeof given !== "object") return `a ${typeof given}`
  return EFFECT_3 in given ? "an Effect of another version of effect" : "an object"
}

/** The mark of an Effect of effect 2 and 3. */
const EFFECT_3 = Symbol.for("effect/Effect")

/** Whether a server of the suite has the name under which own calls of the agent are kept. */
export const hasAmbiguousCalls = ({ behaviour }: Cell, { reported }: Log): boolean =>
  behaviour.servers.some(({ name }) => name === OWN_SERVER) && reported.some(({ ownCalls }) => ownCalls.length > 0)

export const ambiguousServer = ({ name }: Cell): Infrastructure =>
  new Infrastructure({
    issue: issue(
      "INFRASTRUCTURE",
      `${name}: the agent reports calls of its own tools, which are kept under the server "${OWN_SERVER}", and the suite has a server of this name.`,
      "Give the server another name."
    )
  })
