/**
 * Faults by name: which tool stops answering as it should, and how. The agent is then judged on what it makes of it.
 */
import type * as Duration from "effect/Duration"
import type { Fault, FaultKind } from "../domain/Fault.ts"
import type { Tool } from "../domain/Tool.ts"
import { type Agent, make } from "./agent.ts"
import type { Fact, Injects, IsAny, Meets, Uses } from "./facts.ts"
import { millis } from "./millis.ts"
import type { AnyServer } from "./server.ts"

/** Reachable, but a call never comes back. */
export const hang: FaultKind = { kind: "hang" }
/** As `hang`; the name records another intent: a deadlock behind the server rather than a stalled network. */
export const wedged: FaultKind = { kind: "wedged" }
/** Answers, but late. */
export const slow = (by: Duration.Input): FaultKind => ({ kind: "slow", delay_ms: millis(by) })
/** The first `calls` calls of a run hang, later ones are answered. */
export const recoverAfter = (calls: number): FaultKind => ({ kind: "recover_after", calls })
/** Answers after the delay even if the call was cancelled by then. */
export const replyAfterCancel = (after: Duration.Input): FaultKind => ({
  kind: "reply_after_cancel",
  delay_ms: millis(after)
})

/** Answers with an error of these words. */
export const error = (message: string): FaultKind => ({ kind: "error", message })
/** Asks to be left alone for a while. */
export const rateLimited = (retryAfter: Duration.Input): FaultKind => ({
  kind: "rate_limited",
  retry_after_ms: millis(retryAfter)
})
/** Refuses for want of permission. */
export const denied: FaultKind = { kind: "denied" }
/** Answers with something that is no longer its format. */
export const malformed: FaultKind = { kind: "malformed" }
/** Answers with the first half only. */
export const truncated: FaultKind = { kind: "truncated" }
/** Loses the connection. */
export const disconnect: FaultKind = { kind: "disconnect" }
/** Answers with every field renamed. */
export const schemaDrift: FaultKind = { kind: "schema_drift" }
/** Answers with an error whose words lie about what happened. */
export const misleading = (text: string): FaultKind => ({ kind: "misleading", text })

/** A tool of that name, whichever server has it. */
export interface AnyServerTool {
  readonly anyServer: string
}
export const anyServer = (tool: string): AnyServerTool => ({ anyServer: tool })

type FaultTarget = Tool<string, string, any> | AnyServer | AnyServerTool
/** Never for `any`, the type of a misspelt tool: the compiler has said so once. */
type ServerOf<On> =
  IsAny<On> extends true
    ? never
    : On extends Tool<infer Server, string, any>
      ? Server
      : On extends { readonly reached: unknown; readonly name: infer Server extends string }
        ? Server
        : never

/** Breaks a tool, a server, or a tool of any server: on every matching call of a run, or on the nth. */
export const fault = <const Name extends string, const On extends FaultTarget>(
  name: Name,
  on: On,
  kind: FaultKind,
  { onCall }: { readonly onCall?: number } = {}
): Fault<Name, ServerOf<On>> =>
  Object.freeze({ name, ...targetOf(on), kind, ...(onCall !== undefined && { on_call: onCall }) })

const targetOf = (on: FaultTarget): { readonly server?: string; readonly tool?: string } =>
  "anyServer" in on
    ? { tool: on.anyServer }
    : "reached" in on
      ? { server: on.name }
      : { server: on.server, tool: on.name }

/** Injects faults into every run of the agent, the first that matches a call answers it. */
export const faults =
  <const Faults extends ReadonlyArray<Fault<string, string>>>(...injected: Faults) =>
  <Has extends Fact>(
    self: Agent<Has> & Meets<Has, Uses<NonNullable<Faults[number]["~server"]>>>
  ): Agent<Has | Injects<Faults[number]["name"]>> =>
    make({ ...self.node, faults: [...self.node.faults, ...injected] })
