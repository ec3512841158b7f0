/**
 * The calls of a trace by tool, and what they do.
 */
import { hasFailed } from "../../../domain/hasFailed.ts"
import type { JsonObject } from "../../../domain/Json.ts"
import type { ToolOffered } from "../../../domain/Metric.ts"
import type { ToolResult, Trace } from "../../../domain/Trace.ts"
import { commandActions } from "./commands.ts"
import { type Facts, factsOf } from "./facts.ts"
import type { ToolRead } from "./tools.ts"
import { type Actions, actionBits } from "./verbs.ts"

/** The calls of one tool that do the same kind of thing: those that only read are apart from those that write. */
export interface RecordedTool {
  readonly tool: ToolRead
  /** Undefined if neither name nor arguments say what these calls do. */
  readonly actions: Actions | undefined
  /** Whether these calls are known to read only. */
  readonly reads: boolean
  /** Their indices. */
  readonly calls: ReadonlyArray<number>
  /** Whether all of them returned an error. */
  readonly failed: boolean
  /** Their values. */
  readonly facts: Facts
}

/** Reads the tool of a call. The same tool gives the same object. */
export type ReadTool = (tool: ToolOffered) => ToolRead

export const recordedTools = (
  { tool_calls = [], tool_results = [] }: Partial<Trace>,
  readTool: ReadTool
): ReadonlyArray<RecordedTool> => {
  const failures = failuresOf(tool_results)
  const groups = new Map<ToolRead, ReadonlyArray<Group>>()
  for (const [call, recorded] of tool_calls.entries()) {
    const tool = readTool(recorded)
    const actions = actionsOfCall(tool, recorded.args ?? {})
    const same = groups.get(tool) ?? []
    const group = same.find((one) => (one.actions === 0) === (actions === 0))
    if (group === undefined) groups.set(tool, [...same, { tool, actions, calls: [call] }])
    else {
      group.calls.push(call)
      group.actions = group.actions === undefined || actions === undefined ? undefined : group.actions | actions
    }
  }
  const hasFailedCall = (call: number): boolean => failures.has(tool_calls[call]!.id)
  return [...groups.values()].flat().map(({ actions, calls, tool }) => ({
    tool,
    actions,
    reads: actions === 0,
    calls,
    failed: calls.every(hasFailedCall),
    facts: factsOf(tool, tool_calls, calls, hasFailedCall)
  }))
}

interface Group {
  readonly tool: ToolRead
  actions: Actions | undefined
  readonly calls: Array<number>
}

/** 0 for a call that only reads; undefined if nothing says what it does. */
const actionsOfCall = ({ actions, kind, verbs }: ToolRead, args: JsonObject): Actions | undefined => {
  if (kind === "write") return actions === 0 ? undefined : actions
  // A tool with an innocent name may take any SQL.
  const said = commandActions(args)
  if (kind === "read") return said ?? (isSaved(verbs) ? actionBits.create : 0)
  return said === undefined ? (actions === 0 ? undefined : actions) : said
}

/** What is downloaded may be saved to a file. */
const isSaved = (verbs: ReadonlySet<string>): boolean =>
  verbs.has("download") || verbs.has("export") || verbs.has("screenshot")

/** The ids of the calls of which every result is an error. */
const failuresOf = (results: ReadonlyArray<ToolResult>): ReadonlySet<string> => {
  const failed = new Set(results.filter(hasFailed).map(({ call_id }) => call_id))
  for (const result of results) if (!hasFailed(result)) failed.delete(result.call_id)
  return failed
}
