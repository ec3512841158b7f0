/**
 * What happens around a live run: code before and after it, and calls once the agent has stopped.
 */
import type { JsonObject } from "../../base/domain/Json.ts"
import type { Hook } from "../../base/domain/recording/Driver.ts"
import { isJson, isJsonObject, isObject } from "../../base/std/Json.ts"
import { kind, name as named } from "../../base/std/kinds.ts"
import { type Agent, extend } from "./agent.ts"
import { madeBy } from "./flawed.ts"
import type { Asks, Fact, Meets, Uses } from "./facts.ts"

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
  <R = never>(hook: Hook<R>) =>
  <Has extends Fact>(self: Agent<Has>): Agent<Has | Asks<R>> =>
    extend(self, (node) => ({ before: [...node.before, hook] }), hookKind(hook, "what before is given"))

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
  <R = never>(hook: Hook<R>) =>
  <Has extends Fact>(self: Agent<Has>): Agent<Has | Asks<R>> =>
    extend(self, (node) => ({ after: [...node.after, hook] }), hookKind(hook, "what after is given"))

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
    extend(
      self,
      (node) => ({
        observations: [
          ...node.observations,
          { name, server: call.server, tool: call.name, args: exactArguments(call.args) }
        ]
      }),
      [...named(name, "the name of an observation"), ...madeBy("call")(call, "the call of an observation")]
    )

/** Of an Effect only the mark is looked at: loading effect for it would take longer than the rest of the suite. */
const hookKind = kind(
  "a function or an Effect",
  (value) => typeof value === "function" || (isObject(value) && "~effect/Effect" in value)
)

/** Undefined for a shape that does not fix the arguments; the plan refuses it. */
const exactArguments = (shape: unknown): JsonObject | undefined =>
  typeof shape === "object" && shape !== null && "exact" in shape
    ? isJson(shape.exact) && isJsonObject(shape.exact)
      ? shape.exact
      : undefined
    : shape === undefined || shape === "any"
      ? {}
      : undefined
