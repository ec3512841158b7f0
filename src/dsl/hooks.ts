/**
 * What happens around a live run: code before and after it, and calls once the agent has stopped.
 */
import type { JsonObject } from "../domain/Json.ts"
import type { Hook } from "../domain/Driver.ts"
import { type Agent, make } from "./agent.ts"
import type { Fact, Meets, Uses } from "./facts.ts"

/**
 * Runs an Effect or a function, which may be async, before each live run. Never in a replay.
 *
 * ```ts
 * import { rm } from "node:fs/promises"
 *
 * asks.pipe(before(() => rm("cache.json", { force: true })))
 * ```
 */
export const before =
  (hook: Hook) =>
  <Has extends Fact>(self: Agent<Has>): Agent<Has> =>
    make({ ...self.node, before: [...self.node.before, hook] })

/**
 * Runs an Effect or a function, which may be async, after each live run, however it ended. Never in a replay.
 *
 * ```ts
 * import { rm } from "node:fs/promises"
 *
 * asks.pipe(after(() => rm("cache.json", { force: true })))
 * ```
 */
export const after =
  (hook: Hook) =>
  <Has extends Fact>(self: Agent<Has>): Agent<Has> =>
    make({ ...self.node, after: [...self.node.after, hook] })

/** A call with the arguments to send. */
export interface ExactCall<out Server extends string> {
  readonly server: Server
  readonly name: string
  readonly args?: unknown
}

/**
 * Makes a call after the agent has stopped, which the agent does not see. Its result is evidence: `observations.<name>`.
 *
 * ```ts
 * agent("refunds", { model: "claude-sonnet-4-5", servers: [invoices], prompt: "Refund invoice 7." }).pipe(
 *   observe("invoice", call(invoices.tools.get_invoice, exact({ id: 7 }))),
 *   expect("observations.invoice.structured.status", equals("refunded"))
 * )
 * ```
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

/** Undefined for a shape that does not fix the arguments; the plan refuses it. */
const exactArguments = (shape: unknown): JsonObject | undefined =>
  typeof shape === "object" && shape !== null && "exact" in shape
    ? (shape.exact as JsonObject)
    : shape === undefined || shape === "any"
      ? {}
      : undefined
