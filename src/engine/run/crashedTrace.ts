/**
 * The trace of an agent that ended with an error. If it had met an injected fault and no call has succeeded since, the error is
 * how it took the fault, and it is judged; any other error says nothing about the agent.
 */
import type { Faulted } from "../agentLoop/faults.ts"
import type { ToolAnswer } from "../../base/domain/recording/Cassette.ts"
import type { FaultMark, Trace } from "../../base/domain/trace/Trace.ts"

/** A call as it was when the agent ended. */
export interface EndedCall {
  readonly call: { readonly id: string }
  readonly answer: ToolAnswer
  readonly faulted?: Faulted | undefined
  /** When it started and ended among all that happened. */
  readonly started: number
  readonly ended: number
}

/** Undefined if no injected fault is left that the agent had not got over. */
export const crashedTrace = (trace: Trace, calls: ReadonlyArray<EndedCall>, error: string): Trace | undefined => {
  const injected = new Map(calls.flatMap((one) => (one.faulted === undefined ? [] : [[one.call.id, one] as const])))
  const faults = trace.faults.map((mark) => (isBroken(injected.get(mark.call_id), calls) ? unrecovered(mark) : mark))
  const isLeft = faults.some(({ call_id, recovered_ms }) => injected.has(call_id) && recovered_ms === undefined)
  return isLeft ? { ...trace, faults, stop_reason: "error", error } : undefined
}

/** Whether the answer was damaged and no call has succeeded since: the agent broke on it, although it is no error. */
const isBroken = (met: EndedCall | undefined, calls: ReadonlyArray<EndedCall>): boolean =>
  met?.faulted?.damage !== undefined && !calls.some(({ answer, started }) => !answer.is_error && started > met.ended)

const unrecovered = ({ recovered_ms: _, ...mark }: FaultMark): FaultMark => mark
