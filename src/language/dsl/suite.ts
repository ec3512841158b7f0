/**
 * A suite: named agents, as a value. `main` or `passhat run` runs it.
 */
import { type Agent, type AgentNode, nodeOf } from "./agent.ts"
import { type CallSite, captureCallSite } from "./callSite.ts"
import type { AskedBy } from "./facts.ts"
import { logMade } from "./loadLog.ts"

/** `R` are the services that drivers and hooks of its agents need: the layers that `main` or `run` is given provide them. */
export interface Suite<out R = never> {
  readonly name: string
  readonly agents: ReadonlyArray<AgentNode>
  /** Where it was made. A suite that another version of passhat made may have none. */
  readonly callSite?: CallSite
  /** No suite has it: it carries the type. */
  readonly "~services"?: R
}

type ServicesOf<One> = One extends Agent<infer Has> ? AskedBy<Has> : never

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
export const suite = <const Agents extends ReadonlyArray<Agent<never>>>(
  name: string,
  ...agents: Agents
): Suite<ServicesOf<Agents[number]>> => {
  const made: Suite = Object.freeze({
    name: typeof name === "string" ? name : "",
    agents: Object.freeze(agents.map((one, at) => nodeOf(one, `agent ${at + 1} of the suite`))),
    callSite: captureCallSite()
  })
  logMade(made)
  return made
}

/** The same suite, once it has been checked that layers provide what it needs. */
export const withoutServices = (made: Suite<unknown>): Suite => made as Suite
