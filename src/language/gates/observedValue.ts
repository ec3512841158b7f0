/**
 * What an observation says about a target of `expect`: its value, or why it has none.
 *
 * An answer without the value is evidence: the tool was asked and did not confirm it. So is an error, whatever its text
 * says; only `is_error`, `timed_out` and `error_code` are read from it. A tool that did not answer in time shows nothing.
 */
import type { ToolResult, Trace } from "../../base/domain/trace/Trace.ts"
import { parsePath, resolveTarget } from "../metrics/resolveTarget.ts"

export interface Observed {
  readonly value?: unknown
  /** The verdict without a value, and the reason for it. */
  readonly absent?: "fail" | "none"
  readonly reason?: string
}

/** Undefined for a target that is not a path below an observation. */
export const observedValue = (target: string): ((trace: Trace) => Observed) | undefined => {
  const [root, name] = parsePath(target) ?? []
  if (root === undefined || !("key" in root) || root.key !== "observations") return undefined
  if (name === undefined || !("key" in name)) return undefined
  const path = `observations.${name.key}`
  const field = target.slice(path.length + 1)
  return (trace) => readAnswer(resolveTarget(trace, path)?.value as ToolResult | undefined, path, field)
}

const readAnswer = (answer: ToolResult | undefined, path: string, field: string): Observed => {
  if (answer === undefined) return { absent: "none", reason: "it was not recorded" }
  const isOfErrors = field === "is_error" || field === "timed_out" || field === "error_code"
  if (!isOfErrors && answer.timed_out) return { absent: "none", reason: "the observed tool did not answer in time" }
  if (!isOfErrors && answer.is_error) {
    const reason = `the observed tool answered with an error; expect ${path}.is_error to be true if it should`
    return { absent: "fail", reason }
  }
  const found = resolveTarget(answer, field)
  if (found === undefined && answer.is_error) return { absent: "none", reason: "the error has no recorded code" }
  return found ?? { absent: "fail", reason: `the answer of the observed tool has no ${field}` }
}
