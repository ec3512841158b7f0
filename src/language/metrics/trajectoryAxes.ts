/**
 * Trajectory axes: which tools have to be called before which others, whatever is called in between.
 *
 * "Before" is the order of the recorded calls, also among calls of one turn. A dependency of a tool on itself is never
 * satisfied once the tool is called; an order of a tool with itself always is.
 */
import type { ToolCall, Trace } from "../../base/domain/trace/Trace.ts"
import type { Finding } from "../../base/domain/verdict/Verdict.ts"
import { callPlace, isCallOf, label, type ToolName } from "./internal/toolCalls.ts"

/** Every call of the consumer needs a call of the producer before it. */
export interface Dependency {
  readonly producer: ToolName
  readonly consumer: ToolName
}

/** No call of the second tool comes before the earliest call of the first. */
export interface Order {
  readonly first: ToolName
  readonly second: ToolName
}

export interface Spec {
  readonly dependencies?: ReadonlyArray<Dependency>
  readonly order?: ReadonlyArray<Order>
}

/** Percents of the declared edges that are satisfied, truncated; 100 without edges. */
export interface Report {
  readonly dependency_satisfaction: number
  readonly order_satisfaction: number
}

export const measure = (trace: Trace, spec: Spec): Report => {
  const broken = explain(trace, spec)
  return {
    dependency_satisfaction: satisfaction(spec.dependencies, broken.dependency_satisfaction),
    order_satisfaction: satisfaction(spec.order, broken.order_satisfaction)
  }
}

/** One finding per edge that is not satisfied: the first call that came too early. */
export const explain = (trace: Trace, spec: Spec): { readonly [Target in keyof Report]: ReadonlyArray<Finding> } => {
  const calls = trace.tool_calls ?? []
  return {
    dependency_satisfaction: (spec.dependencies ?? []).flatMap((edge) => dependencyFindings(calls, edge)),
    order_satisfaction: (spec.order ?? []).flatMap((edge) => orderFindings(calls, edge))
  }
}

export const describe = (report: Report): string =>
  `dependencies ${report.dependency_satisfaction}%, order ${report.order_satisfaction}%`

const satisfaction = (edges: ReadonlyArray<unknown> = [], broken: ReadonlyArray<Finding>): number =>
  edges.length === 0 ? 100 : Math.trunc(((edges.length - broken.length) * 100) / edges.length)

const dependencyFindings = (
  calls: ReadonlyArray<ToolCall>,
  { consumer, producer }: Dependency
): ReadonlyArray<Finding> => {
  const at = calls.findIndex((call) => isCallOf(consumer, call))
  const satisfied = at === -1 || calls.slice(0, at).some((call) => isCallOf(producer, call))
  return satisfied
    ? []
    : [{ ...callPlace(calls, at), reason: `${label(consumer)} was called without ${label(producer)} before it` }]
}

const orderFindings = (calls: ReadonlyArray<ToolCall>, { first, second }: Order): ReadonlyArray<Finding> => {
  const earliest = calls.findIndex((call) => isCallOf(first, call))
  const at = calls.findIndex((call) => isCallOf(second, call))
  if (at === -1 || (earliest !== -1 && earliest <= at)) return []
  const why = earliest === -1 ? `and ${label(first)} never was` : `before ${label(first)}`
  return [{ ...callPlace(calls, at), reason: `${label(second)} was called ${why}` }]
}
