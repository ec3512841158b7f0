/**
 * The marks of a fault in a run: when the first call met it, and when the agent noticed it and recovered from it.
 *
 * A call that is answered in spite of its fault has recovered by itself, whatever the suite counts as recovery.
 */
import type { FaultMark, Trace } from "../../base/domain/trace/Trace.ts"
import { isCallOf, label, type ToolName } from "./internal/toolCalls.ts"
import type { Marks } from "./recovery.ts"

export interface Spec {
  /** The name of the fault. */
  readonly from: string
  /** Counts it as recovery if the agent ends its turn normally after it has noticed. */
  readonly accept?: "clean stop"
  /** The tools whose calls count as recovery. Default: any tool. */
  readonly through?: "same tool" | ReadonlyArray<ToolName>
}

/** A sentence if the marks are not known. */
export const recoveryMarks = (trace: Trace, spec: Spec): Marks | string => {
  const mark = markOf(trace, spec)
  if (mark === undefined) return `no call of the run met the fault ${spec.from}, so it shows nothing`
  const recovered = recoveredAt(trace, mark, spec)
  if (typeof recovered === "string") return recovered
  const noticed = Number.isFinite(mark.detected_ms) && (mark.detected_ms ?? NaN) >= mark.start_ms
  const stopped =
    spec.accept === "clean stop" && trace.stop_reason === "end_turn" && noticed ? trace.clock.virtual_ms : undefined
  return { callStart: mark.start_ms, detectedAt: mark.detected_ms, recoveredAt: recovered ?? stopped }
}

/** The first call that met the fault decides. */
export const markOf = (trace: Trace, { from }: Pick<Spec, "from">): FaultMark | undefined =>
  trace.faults.find(({ fault }) => fault === from)

/** " through weather/get_forecast"; empty if any tool counts. */
export const throughText = ({ through }: Pick<Spec, "through">): string =>
  through === undefined
    ? ""
    : ` through ${typeof through === "string" ? `the ${through}` : through.map(label).join(" or ")}`

const recoveredAt = (trace: Trace, mark: FaultMark, { through }: Spec): number | string | undefined => {
  const { detected_ms, recovered_ms = NaN, recovered_through, start_ms } = mark
  if (!Number.isFinite(recovered_ms) || recovered_ms < start_ms) return undefined
  if (through === undefined || detected_ms === undefined) return recovered_ms
  const broken = trace.tool_calls.find(({ id }) => id === mark.call_id)
  const tools = typeof through === "object" ? through : broken && [broken]
  if (tools === undefined || recovered_through === undefined) {
    return "the recording does not say through which tool the run recovered: record it again"
  }
  return recovered_through.find((call) => tools.some((tool) => isCallOf(tool, call)))?.ms
}
