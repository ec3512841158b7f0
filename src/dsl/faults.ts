/**
 * Faults by name: which tool stops answering as it should, and how. The agent is then judged on what it makes of it.
 */
import type * as Duration from "effect/Duration"
import type { Fault, FaultKind } from "../domain/Fault.ts"
import type { Tool } from "../domain/Tool.ts"
import { type Agent, make } from "./agent.ts"
import type { Fact, Injects, Meets, Uses } from "./facts.ts"
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

/** A tool of that name, whichever server has it. */
export interface AnyServerTool {
  readonly anyServer: string
}
export const anyServer = (tool: string): AnyServerTool => ({ anyServer: tool })

type FaultTarget = Tool<string, string, any> | AnyServer | AnyServerTool
type ServerOf<On> =
  On extends Tool<infer Server, string, any>
    ? Server
    : On extends { readonly reached: unknown; readonly name: infer Server extends string }
      ? Server
      : never

export const fault = <const Name extends string, const On extends FaultTarget>(
  name: Name,
  on: On,
  kind: FaultKind
): Fault<Name, ServerOf<On>> => Object.freeze({ name, ...targetOf(on), kind })

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
