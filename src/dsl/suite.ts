/**
 * A suite: named agents, as a value. It runs nothing; `main` or `passhat run` does.
 */
import type { Agent, AgentNode } from "./agent.ts"

export interface Suite {
  readonly name: string
  readonly agents: ReadonlyArray<AgentNode>
}

export const suite = (name: string, ...agents: ReadonlyArray<Agent<never>>): Suite =>
  Object.freeze({ name, agents: Object.freeze(agents.map((one) => one.node)) })
