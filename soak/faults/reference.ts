/**
 * What has to come of a run with injected faults, to the millisecond: a model of its own, written from the docs and sharing no
 * code with the product.
 */

export interface FaultSpec {
  readonly name: string
  readonly kind: string
  /** The delay of `slow` and `reply_after_cancel`. */
  readonly delay: number
  /** How many calls `recover_after` hangs. */
  readonly calls: number
  /** Undefined for every tool of the server. */
  readonly tool: string | undefined
  /** Whether the tool is named without its server. */
  readonly any: boolean
  readonly onCall: number | undefined
}

export interface Schedule {
  /** How long the agent waits for a call. */
  readonly budget: number
  readonly faults: ReadonlyArray<FaultSpec>
  /** The tools that each turn calls side by side. */
  readonly turns: ReadonlyArray<ReadonlyArray<string>>
}

export interface ExpectedMark {
  readonly fault: string
  readonly call_id: string
  readonly kind: string
  readonly start_ms: number
  readonly detected_ms?: number
  readonly recovered_ms?: number
  readonly recovered_through?: ReadonlyArray<{ readonly server: string; readonly name: string; readonly ms: number }>
  readonly late_reply_ms?: number
}

interface Call {
  readonly id: string
  readonly tool: string
  readonly turn: number
  readonly start: number
  readonly took: number
  readonly failed: boolean
  readonly fault: FaultSpec | undefined
}

export const expectedOf = ({ budget, faults, turns }: Schedule) => {
  const calls: Array<Call> = []
  let now = 0
  for (const [turn, tools] of turns.entries()) {
    const begun = tools.map((tool, at): Call => {
      const before = [...turns.slice(0, turn).flat(), ...tools.slice(0, at)]
      const fault = faults.find((one) => isMet(one, tool, before))
      const fate = fault === undefined ? { took: 0, failed: false } : fateOf(fault, budget)
      return { id: `c${before.length + 1}`, tool, turn, start: now, fault, ...fate }
    })
    calls.push(...begun)
    now += Math.max(...begun.map(({ took }) => took))
  }
  return { total: now, failed: calls.map(({ failed }) => failed), marks: calls.flatMap((call) => marksOf(call, calls)) }
}

/** A fault counts the calls of its target, whichever fault answers them. */
const isMet = ({ calls, kind, onCall, tool }: FaultSpec, called: string, before: ReadonlyArray<string>): boolean => {
  if (tool !== undefined && tool !== called) return false
  const nth = before.filter((one) => tool === undefined || one === tool).length + 1
  return (onCall === undefined || onCall === nth) && (kind !== "recover_after" || nth <= calls)
}

const fateOf = ({ delay, kind }: FaultSpec, budget: number): { readonly took: number; readonly failed: boolean } => {
  if (["hang", "wedged", "recover_after"].includes(kind)) return { took: budget, failed: true }
  if (["slow", "reply_after_cancel"].includes(kind)) {
    return delay <= budget ? { took: delay, failed: false } : { took: budget, failed: true }
  }
  return { took: 0, failed: !["malformed", "truncated", "schema_drift"].includes(kind) }
}

const marksOf = ({ failed, fault, id, start, took, turn }: Call, calls: ReadonlyArray<Call>): Array<ExpectedMark> => {
  if (fault === undefined) return []
  const good = calls.filter((other) => other.turn > turn && !other.failed)
  const firsts = good.filter((call, at) => good.findIndex(({ tool }) => tool === call.tool) === at)
  const through = firsts.map((call) => ({ server: "weather", name: call.tool, ms: call.start + call.took }))
  const recovered = failed ? through[0]?.ms : start + took
  const isLate = fault.kind === "reply_after_cancel" && failed
  return [
    {
      fault: fault.name,
      call_id: id,
      kind: fault.kind,
      start_ms: start,
      ...(failed && { detected_ms: start + took }),
      ...(recovered !== undefined && { recovered_ms: recovered }),
      ...(failed && through.length > 0 && { recovered_through: through }),
      ...(isLate && { late_reply_ms: start + fault.delay })
    }
  ]
}

export interface GateSpec {
  readonly maxDetection: number
  readonly maxRecovery?: number
  readonly cleanStop?: boolean
}

/** The verdict of a recovery gate on the first fault of the schedule. The agent always ends its turn normally. */
export const verdictOf = (schedule: Schedule, { cleanStop, maxDetection, maxRecovery }: GateSpec) => {
  const { marks, total } = expectedOf(schedule)
  const mark = marks.find(({ fault }) => fault === schedule.faults[0]?.name)
  if (mark === undefined) return "none"
  const { detected_ms: noticed, start_ms: start } = mark
  const recovered = mark.recovered_ms ?? (cleanStop === true && noticed !== undefined ? total : undefined)
  if (recovered === undefined || (noticed ?? recovered) - start > maxDetection) return "fail"
  return maxRecovery === undefined || recovered - start <= maxRecovery ? "pass" : "fail"
}
