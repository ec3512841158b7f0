/**
 * The tools of a trace with the values of their arguments, indexed so that values stated in a text can be looked up.
 */
import type { Json, JsonObject } from "../../../domain/Json.ts"
import type { ToolOffered } from "../../../domain/Metric.ts"
import type { ToolCall, ToolResult, Trace } from "../../../domain/Trace.ts"
import { atIndex, atKey } from "../../../std/path.ts"
import { commandActions } from "./commands.ts"
import { parts } from "./parts.ts"
import { LONGEST_SHAPED, type Shape, shapeOf, quotedShapeOf } from "./shapes.ts"
import { stem, tokensOf } from "./stem.ts"
import type { ToolRead } from "./tools.ts"
import { type Actions, actionBits } from "./verbs.ts"

/** One value of an argument, for all calls of a tool with this value. */
export interface Fact {
  /** The index of the first such call. */
  readonly call: number
  readonly path: () => string
  readonly value: Json
  /** Whether all such calls returned an error. */
  readonly failed: boolean
}

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
  /** Their values of one shape, in the arguments of one name. Read when a claim states such a value. */
  readonly facts: (name: string, shape: Shape) => ReadonlyMap<string, Fact>
}

/** The name under which the values of all arguments are indexed. */
export const ANYWHERE = "*"

/** The name for arguments that identify a noun: `id`, `issue` and `issue_number` all identify an issue. */
export const identityOf = (noun: string): string => `${noun} #`

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

/** A call that timed out failed too. */
const hasFailed = ({ is_error, timed_out }: ToolResult): boolean => is_error || timed_out

const factsOf = (
  tool: ToolRead,
  all: ReadonlyArray<ToolCall>,
  calls: ReadonlyArray<number>,
  hasFailedCall: (call: number) => boolean
): RecordedTool["facts"] => {
  let read: ReadonlyArray<Leaf> | undefined
  const facts = new Map<string, ReadonlyMap<string, Fact>>()
  const make = (name: string, shape: Shape): ReadonlyMap<string, Fact> => {
    const values = new Map<string, Fact>()
    read ??= calls.flatMap((call) => leaves(all[call]!.args ?? {}, call))
    const isNamed = namesArgument(name, tool)
    for (const leaf of read) {
      const norm = isNamed(leaf.argument) ? normOf(leaf.value, shape) : undefined
      if (norm === undefined) continue
      const known = values.get(norm)
      const { call, value } = leaf
      const failed = hasFailedCall(call)
      if (known === undefined) values.set(norm, { call, path: () => pathOf(leaf), value, failed })
      else if (known.failed && !failed) values.set(norm, { ...known, failed })
    }
    return values
  }
  return (name, shape) => {
    const key = `${name} ${shape}`
    const known = facts.get(key) ?? make(name, shape)
    facts.set(key, known)
    return known
  }
}

/** A loop and not recursion, because recorded arguments can be nested arbitrarily deep. */
const leaves = (args: JsonObject, call: number): ReadonlyArray<Leaf> => {
  const found: Array<Leaf> = []
  const nodes: Array<Leaf> = [{ argument: "", key: "", call, value: args, parent: undefined }]
  for (const parent of nodes) {
    const isList = Array.isArray(parent.value)
    for (const [key, value] of Object.entries(parent.value as JsonObject)) {
      const leaf = { argument: isList ? parent.argument : key, key, call, value, parent }
      if (typeof value === "object" && value !== null) nodes.push(leaf)
      else if (hasShape(value)) found.push(leaf)
    }
  }
  return found
}

interface Leaf {
  readonly argument: string
  /** In its parent. */
  readonly key: string
  readonly call: number
  readonly value: Json
  readonly parent: Leaf | undefined
}

const pathOf = (leaf: Leaf): string => {
  const above: Array<Leaf> = []
  for (let one = leaf; one.parent !== undefined; one = one.parent) above.unshift(one)
  return above.reduce(
    (path, { key, parent }) => (Array.isArray(parent?.value) ? atIndex(path, Number(key)) : atKey(path, key)),
    `tool_calls[${leaf.call}].args`
  )
}

const hasShape = (value: Json): boolean =>
  value !== null && (typeof value !== "string" || value.length <= LONGEST_SHAPED)

/** An infinite number, which JSON.parse makes of 1e400, equals no number that a text states. */
const normOf = (value: Json, shape: Shape): string | undefined => {
  if (shape === "text") return typeof value === "string" ? quotedShapeOf(value)?.norm : undefined
  if (typeof value === "number" && !Number.isFinite(value)) return shape === "number" ? String(value) : undefined
  const shaped = shapeOf(String(value))
  return shaped?.shape === shape ? shaped.norm : undefined
}

/** Whether a text may mean an argument by a name. */
const namesArgument = (name: string, tool: ToolRead): ((argument: string) => boolean) => {
  if (name === ANYWHERE) return () => true
  const tokens = tokensOf(tool.name)
  const known = new Map<string, boolean>()
  return (argument) => {
    const before = known.get(argument)
    if (before !== undefined) return before
    const isOne = namesOf(argument, tokens).includes(name)
    known.set(argument, isOne)
    return isOne
  }
}

/** A text may call `issue_title` "title", and state an `issue_id` without its name if the tool's name has "issue". */
const namesOf = (argument: string, tool: ReadonlySet<string>): ReadonlyArray<string> => {
  const tokens = parts(argument).map(stem)
  const nouns = tokens.filter((token) => !identifiers.has(token))
  const own = nouns.every((noun) => tool.has(noun)) ? [identityOf("")] : []
  return [tokens.join(" "), tokens.at(-1) ?? "", identityOf(nouns.join(" ")), ...own]
}

const identifiers = new Set(["id", "iid", "number", "num", "no", "key", "ref", "identifier", "or"].map(stem))
