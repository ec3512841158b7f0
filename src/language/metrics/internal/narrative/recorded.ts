/**
 * The calls of a trace by tool, and what they do.
 */
import { hasFailed } from "../../../../base/domain/trace/hasFailed.ts"
import type { JsonObject } from "../../../../base/domain/Json.ts"
import type { ToolOffered } from "../../../../base/domain/verdict/Metric.ts"
import type { ToolResult, Trace } from "../../../../base/domain/trace/Trace.ts"
import { isLetterOrDigit } from "./characters.ts"
import { commandActions } from "./commands.ts"
import { type Facts, factsOf } from "./facts.ts"
import type { ToolRead } from "./tools.ts"
import { type Actions, actionBits } from "./verbs.ts"
import { knownResults } from "../../../../base/domain/trace/oneResultPerCall.ts"

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
  /** Whether a result of theirs, or their arguments, have this text: a server may number things in its own way. */
  readonly shows: (text: string) => boolean
  /** All their arguments as JSON, in lower case. */
  readonly argumentText: () => string
  /** The sums of money of each call. */
  readonly amounts: () => ReadonlyArray<number>
}

/** Reads the tool of a call. The same tool gives the same object. */
export type ReadTool = (tool: ToolOffered) => ToolRead

export const recordedTools = (trace: Partial<Trace>, readTool: ReadTool): ReadonlyArray<RecordedTool> => {
  const { tool_calls = [] } = trace
  const known = knownResults(trace)
  const failures = failuresOf(known)
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
    facts: factsOf(tool, tool_calls, calls, hasFailedCall),
    shows: (text) => {
      const ids = new Set(calls.map((call) => tool_calls[call]!.id))
      const results = known.filter(({ call_id }) => ids.has(call_id))
      return [...results, ...calls.map((call) => tool_calls[call]!.args)].some((one) =>
        holds(JSON.stringify(one), text)
      )
    },
    argumentText: once(() =>
      calls.map((call) => JSON.stringify(tool_calls[call]!.args ?? {}).toLowerCase()).join("\n")
    ),
    amounts: () => calls.flatMap((call) => amountsIn(tool_calls[call]!.args ?? {}))
  }))
}

const once = (make: () => string): (() => string) => {
  let made: string | undefined
  return () => (made ??= make())
}

/** As a number or word of its own. */
const holds = (text: string, part: string): boolean => {
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + 1)) {
    const isPart = isLetterOrDigit(text.charCodeAt(at - 1)) || isLetterOrDigit(text.charCodeAt(at + part.length))
    if (!isPart) return true
  }
  return false
}

/** The values of arguments that are sums of money by their name. */
const amountsIn = (args: JsonObject): ReadonlyArray<number> =>
  Object.entries(args).flatMap(([name, value]) =>
    moneys.test(name) && (typeof value === "number" || /^\d+(\.\d+)?$/.test(String(value))) ? [Number(value)] : []
  )

const moneys = /amount|price|total|cost|sum|refund|payment|charge|fee/i

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
