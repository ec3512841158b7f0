/**
 * What a fault may be, whatever the types let through.
 */
import type { FaultData } from "../../base/domain/plan/Fault.ts"
import { isFaultKind } from "../../base/domain/plan/predicates.ts"
import type { AgentNode } from "../dsl/agent.ts"
import { shown } from "../../base/std/kinds.ts"
import { type Problem, when, wholeFrom1 } from "./Problem.ts"

export const faultProblems = (agent: AgentNode, fault: FaultData, at: number): ReadonlyArray<Problem> => {
  const { kind } = fault
  const servers = agent.servers.filter((server) => fault.server === undefined || server.name === fault.server)
  const found = servers.some((server) => fault.tool === undefined || Object.hasOwn(server.tools, fault.tool))
  return [
    ...when(
      agent.faults.findIndex((other) => other.name === fault.name) < at,
      `two faults are named "${fault.name}"`,
      "Give each its own name."
    ),
    ...when(
      !found,
      `the fault "${fault.name}" breaks ${[fault.server, fault.tool].filter(Boolean).join(".")}, which the agent does not have`,
      "Aim it at a tool or server of the agent."
    ),
    ...when(
      "delay_ms" in kind && !(kind.delay_ms >= 0 && Number.isFinite(kind.delay_ms)),
      `the delay of the fault "${fault.name}" is not a duration from 0`,
      'Write it like slow("4 seconds").'
    ),
    ...when(
      "retry_after_ms" in kind && !(kind.retry_after_ms >= 0 && Number.isFinite(kind.retry_after_ms)),
      `the retry of the fault "${fault.name}" is not a duration from 0`,
      'Write it like rateLimited("2 seconds").'
    ),
    ...when(
      !isFaultKind(kind) && !Object.values(kind).some(Number.isNaN),
      `the fault "${fault.name}" is of a kind that does not exist: ${JSON.stringify(kind.kind)}`,
      "Use hang, slow(...), error(...) and the like."
    ),
    ...when(
      fault.on_call !== undefined && !wholeFrom1(fault.on_call),
      `the fault "${fault.name}" is to break call ${fault.on_call}`,
      "Give onCall a whole number from 1."
    ),
    ...when(
      "calls" in kind && !wholeFrom1(kind.calls),
      `the fault "${fault.name}" recovers after ${"calls" in kind ? shown(kind.calls) : 0} calls`,
      "Give it a whole number from 1."
    )
  ]
}
