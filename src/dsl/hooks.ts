/**
 * What happens around a run and is no part of it: resetting the world before and after, and looking at it at the end.
 */
import type { JsonObject } from "../domain/Json.ts"
import type { Hook } from "../domain/Driver.ts"
import { type Agent, make } from "./agent.ts"
import type { Fact, Meets, Uses } from "./facts.ts"

/** Runs before each live run: an Effect, or a function that may be async. Never in a replay. */
export const before =
  (hook: Hook) =>
  <Has extends Fact>(self: Agent<Has>): Agent<Has> =>
    make({ ...self.node, before: [...self.node.before, hook] })

/** Runs after each live run, however it ended. Never in a replay. */
export const after =
  (hook: Hook) =>
  <Has extends Fact>(self: Agent<Has>): Agent<Has> =>
    make({ ...self.node, after: [...self.node.after, hook] })

/** A call with the arguments that it is made with. */
export interface ExactCall<out Server extends string> {
  readonly server: Server
  readonly name: string
  readonly args?: unknown
}

/**
 * Makes a call after the agent has stopped, outside its sight. Its result is evidence: `observations.<name>`.
 */
export const observe =
  <Server extends string>(name: string, call: ExactCall<Server>) =>
  <Has extends Fact>(self: Agent<Has> & Meets<Has, Uses<Server>>): Agent<Has> =>
    make({
      ...self.node,
      observations: [
        ...self.node.observations,
        { name, server: call.server, tool: call.name, args: exactArguments(call.args) }
      ]
    })

/** Nothing for a shape that does not say what to send; the plan refuses it. */
const exactArguments = (shape: unknown): JsonObject | undefined =>
  typeof shape === "object" && shape !== null && "exact" in shape
    ? (shape.exact as JsonObject)
    : shape === undefined || shape === "any"
      ? {}
      : undefined
