/**
 * Fault injection as arithmetic: which fault answers a call instead of its server, what the agent then sees, and how much
 * virtual time that takes.
 */
import type { AskedCall, ToolAnswer } from "../../base/domain/recording/Cassette.ts"
import type { FaultData } from "../../base/domain/plan/Fault.ts"
import type { Json } from "../../base/domain/Json.ts"
import type { FingerprintParts, Options } from "../../base/domain/plan/Plan.ts"

/** The part of a cell's behaviour that faults depend on. */
export type Breakable = Pick<FingerprintParts, "faults" | "call_budget_ms"> & {
  readonly options: Pick<Options, "call_timeout_ms">
}

/** How often each fault was asked to answer in a run, by name. */
export type FaultCounts = ReadonlyMap<string, number>

/** What a fault does with a call. */
export interface Faulted {
  readonly fault: FaultData
  /** How long the call takes, in virtual milliseconds. */
  readonly takes_ms: number
  /** Whether the agent's patience ends first: it sees a timeout. */
  readonly timed_out: boolean
  /** When the answer arrives, after the agent has stopped waiting for it. */
  readonly late_ms?: number
  /** The answer in place of the server's; without it, and unless timed out, the server is asked. */
  readonly answer?: ToolAnswer
  /** What becomes of the server's answer. */
  readonly damage?: (answer: ToolAnswer) => ToolAnswer
}

/**
 * The first fault that is due answers, in the order in which they were declared. Each counts every call that matches it,
 * also if another answers it.
 */
export const faultFor = (
  behaviour: Breakable,
  counts: FaultCounts,
  call: AskedCall
): { readonly counts: FaultCounts; readonly faulted?: Faulted } => {
  if (behaviour.faults.length === 0) return { counts }
  const matching = behaviour.faults.filter((fault) => matches(fault, call))
  if (matching.length === 0) return { counts }
  const next = new Map([...counts, ...matching.map(({ name }) => [name, (counts.get(name) ?? 0) + 1] as const)])
  const due = matching.find((fault) => isDue(fault, next.get(fault.name) ?? 1))
  return { counts: next, ...(due !== undefined && { faulted: faultedBy(due, budgetOf(behaviour)) }) }
}

const isDue = ({ kind, on_call }: FaultData, nth: number): boolean =>
  (on_call === undefined || on_call === nth) && !(kind.kind === "recover_after" && nth > kind.calls)

/** How long a call may take where neither the agent nor a gate says. */
const CALL_BUDGET_MS = 30_000

export const budgetOf = ({ call_budget_ms, options }: Breakable): number =>
  options.call_timeout_ms ?? call_budget_ms ?? CALL_BUDGET_MS

/** What an agent gets as an answer when its patience ended. */
export const timedOut = (millis: number): ToolAnswer => ({
  is_error: true,
  content: [{ type: "text", text: `The tool did not answer within ${millis} ms.` }],
  timed_out: true
})

const matches = ({ server, tool }: FaultData, call: AskedCall): boolean =>
  (server === undefined || server === call.server) && (tool === undefined || tool === call.name)

const faultedBy = (fault: FaultData, budget: number): Faulted => {
  const { kind } = fault
  switch (kind.kind) {
    case "hang":
    case "wedged":
    case "recover_after":
      return { fault, takes_ms: budget, timed_out: true }
    case "slow":
      return late(fault, kind.delay_ms, budget)
    case "reply_after_cancel":
      return { ...late(fault, kind.delay_ms, budget), ...(kind.delay_ms > budget && { late_ms: kind.delay_ms }) }
    case "error":
      return instead(fault, kind.message)
    case "rate_limited":
      return instead(fault, `429 Too Many Requests: retry after ${kind.retry_after_ms} ms.`, 429)
    case "denied":
      return instead(fault, "403 Forbidden: you do not have permission to use this tool.", 403)
    case "disconnect":
      return instead(fault, "The connection to the server was lost.")
    case "misleading":
      return instead(fault, kind.text)
    case "malformed":
      return { fault, takes_ms: 0, timed_out: false, damage: malformed }
    case "truncated":
      return { fault, takes_ms: 0, timed_out: false, damage: truncated }
    case "schema_drift":
      return { fault, takes_ms: 0, timed_out: false, damage: drifted }
  }
}

/** An answer exactly at the end of the agent's patience is still in time. */
const late = (fault: FaultData, delay: number, budget: number): Faulted => ({
  fault,
  takes_ms: Math.min(delay, budget),
  timed_out: delay > budget
})

const instead = (fault: FaultData, message: string, error_code?: number): Faulted => ({
  fault,
  takes_ms: 0,
  timed_out: false,
  answer: {
    is_error: true,
    content: [{ type: "text", text: message }],
    timed_out: false,
    ...(error_code !== undefined && { error_code })
  }
})

/** Text that is no longer what it was meant to be, and no structure. */
const malformed = ({ structured: _, ...answer }: ToolAnswer): ToolAnswer => ({
  ...answer,
  content: [{ type: "text", text: '{"result": [}, "unexpected token' }]
})

/** The first half of each text. */
const truncated = ({ content, structured: _, ...answer }: ToolAnswer): ToolAnswer => ({
  ...answer,
  content: content.map((block) => (isText(block) ? { ...block, text: firstHalf(block.text) } : block))
})

const firstHalf = (text: string): string => {
  const points = Array.from(text)
  return points.slice(0, Math.floor(points.length / 2)).join("")
}

/** Every field has another name than before. */
const drifted = (answer: ToolAnswer): ToolAnswer =>
  answer.structured === undefined
    ? malformed(answer)
    : {
        ...answer,
        structured: renamed(answer.structured),
        content: [{ type: "text", text: JSON.stringify(renamed(answer.structured)) }]
      }

const renamed = (value: Json): Json =>
  Array.isArray(value)
    ? value.map(renamed)
    : typeof value === "object" && value !== null
      ? Object.fromEntries(Object.entries(value).map(([key, child]) => [`${key}_v2`, renamed(child)]))
      : value

const isText = (block: Json): block is { readonly type: "text"; readonly text: string } =>
  typeof block === "object" && block !== null && "text" in block && typeof block.text === "string"
