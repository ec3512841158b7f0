/**
 * The paths of a trace that `expect` takes, as one table. Target.ts derives the types from it and `findPath` reads it at
 * run time, so both accept the same paths; test/language/gates/targetGrammar.test.ts asks both of the same lists.
 *
 * What the model says of itself (`final_response`, the text of a turn) is not in the table: a gate may compare it with
 * the trace, but it never decides an `expect`.
 */
import type { Unit } from "../../base/domain/verdict/Metric.ts"
import type { FaultMark, Tokens, ToolCall, ToolResult, Trace } from "../../base/domain/trace/Trace.ts"
import { parsePath, type PathStep } from "../metrics/resolveTarget.ts"

/** Values that are a target as a whole. */
export const WHOLE = {
  tool_calls: "list",
  tool_results: "list",
  stop_reason: "text"
} as const satisfies { readonly [Path in keyof Trace]?: ValueKind }

/** The fields of each record. `[*]` takes any index or `[*]` itself, `.*` any one name. */
export const FIELDS = {
  "tool_calls[*]": { id: "text", turn: "amount", server: "text", name: "text", args: "json", caller: "json" },
  "tool_results[*]": {
    call_id: "text",
    is_error: "flag",
    timed_out: "flag",
    error_code: "number",
    content: "json",
    structured: "json"
  },
  "conversation.tokens": { input: "amount", output: "amount", total: "amount" },
  clock: { virtual_ms: "amount" },
  "faults[*]": {
    fault: "text",
    call_id: "text",
    kind: "text",
    start_ms: "amount",
    detected_ms: "amount",
    recovered_ms: "amount",
    recovered_through: "json",
    late_reply_ms: "amount"
  },
  "observations.*": { is_error: "flag", timed_out: "flag", error_code: "number", content: "json", structured: "json" }
} as const satisfies {
  readonly "tool_calls[*]": FieldsOf<ToolCall>
  readonly "tool_results[*]": FieldsOf<ToolResult>
  readonly "conversation.tokens": FieldsOf<Tokens>
  readonly clock: FieldsOf<Trace["clock"]>
  readonly "faults[*]": FieldsOf<FaultMark>
  readonly "observations.*": FieldsOf<ToolResult>
}

/** What the model says of itself. */
export const NARRATION = ["final_response", "conversation.turns"] as const

/** An amount is a number from 0, which a code of an error need not be. Any path may follow one of plain JSON. */
export type ValueKind = "list" | "text" | "amount" | "number" | "flag" | "json"

type FieldsOf<Record> = { readonly [Field in keyof Record]?: KindOf<NonNullable<Record[Field]>> }
type KindOf<Value> = Value extends string
  ? "text"
  : Value extends number
    ? "amount" | "number"
    : Value extends boolean
      ? "flag"
      : "json"

/** What `expect` has to know of a path. */
export interface KnownPath {
  readonly kind: ValueKind
  /** Whether every trace has the list that the path starts with, so that a missing value was never there. */
  readonly isAlwaysRecorded: boolean
}

/** Finds a path in the table. Undefined for a path that is not in it. */
export const findPath = (path: string): KnownPath | undefined => {
  if (Object.hasOwn(WHOLE, path)) {
    const kind = WHOLE[path as keyof typeof WHOLE]
    return { kind, isAlwaysRecorded: kind === "list" }
  }
  const steps = parsePath(path) ?? []
  const record = records.find((one) => (parsePath(one) ?? []).every((step, at) => covers(step, steps[at])))
  if (record === undefined) return undefined
  const [field, ...below] = steps.slice(parsePath(record)?.length)
  const fields: { readonly [field: string]: ValueKind } = FIELDS[record]
  const kind = field !== undefined && "key" in field && Object.hasOwn(fields, field.key) ? fields[field.key] : undefined
  if (kind === undefined || (below.length > 0 && kind !== "json")) return undefined
  return { kind, isAlwaysRecorded: record.endsWith("[*]") && !isTurn(path) }
}

/** `[*]` gives a list of values. */
export const unitOf = (path: string): Unit => {
  const kind = path.includes("[*]") ? undefined : findPath(path)?.kind
  if (kind === "amount") return path.endsWith("_ms") ? "milliseconds" : "count"
  return kind === "flag" ? "boolean" : kind === "text" ? "text" : "value"
}

/** Whether a path leads to turns of calls, which not every driver reports. */
export const isTurn = (path: string): boolean => /^tool_calls\[(?:\d+|\*)\]\.turn$/.test(path)

/** Whether a path leads to what the model says of itself. */
export const isNarration = (path: string): boolean =>
  NARRATION.some((root) => path.startsWith(root) && !/^\w/.test(path.slice(root.length)))

const covers = (pattern: PathStep, step: PathStep | undefined): boolean =>
  step !== undefined &&
  ("every" in pattern
    ? !("key" in step)
    : "key" in pattern && "key" in step && (pattern.key === "*" || pattern.key === step.key))

const records = Object.keys(FIELDS) as ReadonlyArray<keyof typeof FIELDS>
