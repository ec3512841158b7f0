/**
 * What the numbers and texts of an agent's options may be.
 */
import type { AgentNode } from "../dsl/agent.ts"
import { type Problem, when, wholeFrom1 } from "./Problem.ts"

export const said = (text: unknown): boolean => typeof text === "string" && text.trim() !== ""

/** Of an agent, or of a model that plays the user. */
export const optionProblems = ({
  callTimeoutMillis,
  maxTokens,
  maxTurns,
  runTimeoutMillis,
  temperature
}: Pick<
  AgentNode,
  "callTimeoutMillis" | "maxTokens" | "maxTurns" | "runTimeoutMillis" | "temperature"
>): ReadonlyArray<Problem> => [
  ...when(maxTurns !== undefined && !wholeFrom1(maxTurns), `maxTurns is ${maxTurns}`, "Give it a whole number from 1."),
  ...when(
    maxTokens !== undefined && !wholeFrom1(maxTokens),
    `maxTokens is ${maxTokens}`,
    "Give it a whole number from 1."
  ),
  ...when(
    temperature !== undefined && !(temperature >= 0 && Number.isFinite(temperature)),
    `temperature is ${temperature}`,
    "Give it a number from 0."
  ),
  ...when(
    callTimeoutMillis !== undefined && !(callTimeoutMillis > 0 && Number.isFinite(callTimeoutMillis)),
    "callTimeout is not a duration longer than 0",
    'Write it like "3 seconds".'
  ),
  ...when(
    runTimeoutMillis !== undefined && !(runTimeoutMillis > 0 && Number.isFinite(runTimeoutMillis)),
    "runTimeout is not a duration longer than 0",
    'Write it like "10 minutes".'
  )
]
