/**
 * A suite: named agents, as a value. `main` or `passhat run` runs it.
 */
import type { Agent, AgentNode } from "./agent.ts"
import { logMade } from "./loadLog.ts"

export interface Suite {
  readonly name: string
  readonly agents: ReadonlyArray<AgentNode>
}

/**
 * Makes a suite of agents. It runs nothing by itself.
 *
 * ```ts
 * const weatherSuite = suite(
 *   "weather",
 *   agent("asks", { model: "claude-sonnet-4-5", servers: [weather], prompt: "What is the weather in Rome?" }).pipe(
 *     expect("tool_calls", length(1))
 *   )
 * )
 * export default weatherSuite
 * ```
 */
export const suite = (name: string, ...agents: ReadonlyArray<Agent<never>>): Suite => {
  const made: Suite = Object.freeze({ name, agents: Object.freeze(agents.map((one) => one.node)) })
  logMade(made)
  return made
}
