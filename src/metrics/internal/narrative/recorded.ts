/**
 * The tools of a trace with the values of their arguments, indexed so that values stated in a text can be looked up.
 */
import type { Json, JsonObject } from "../../../domain/Json.ts"
import type { ToolOffered } from "../../../domain/Metric.ts"
import type { ToolCall, ToolResult, Trace } from "../../../domain/Trace.ts"
import { atIndex, atKey } from "../../../std/path.ts"
import { commandActions } from "./commands.ts"
import { parts } from "./parts.ts"
import { type Shape, shapeOf, type Shaped, quotedShapeOf } from "./shapes.ts"
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
  /** Their values by argument and shape, then by value. Read when a claim states a value. */
  readonly facts: () => ReadonlyMap<string, ReadonlyMap<string, Fact>>
}

export const factKey = (argument: string, shape: Shape): string => `${argument} ${shape}`

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
    facts: once(() => factsOf(tool, tool_calls, calls, hasFailedCall))
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

const once = <A>(make: () => A): (() => A) => {
  let made: { readonly value: A } | undefined
  return () => (made ??= { value: make() }).value
}

/** A call that timed out failed too. */
const hasFailed = ({ is_error, timed_out }: ToolResult): boolean => is_error || timed_out

const factsOf = (
  tool: ToolRead,
  all: ReadonlyArray<ToolCall>,
  calls: ReadonlyArray<number>,
  hasFailedCall: (call: number) => boolean
): ReadonlyMap<string, ReadonlyMap<string, Fact>> => {
  const tokens = tokensOf(tool.name)
  const facts = new Map<string, Map<string, Fact>>()
  const namesByArgument = new Map<string, ReadonlyArray<string>>()
  const names = (argument: string): ReadonlyArray<string> => {
    const known = namesByArgument.get(argument) ?? namesOf(argument, tokens)
    namesByArgument.set(argument, known)
    return known
  }
  for (const call of calls) {
    const failed = hasFailedCall(call)
    for (const leaf of leaves(all[call]!.args ?? {})) {
      const { argument, value } = leaf
      for (const { norm, shape } of shapesOf(value)) {
        for (const name of names(argument)) {
          const key = factKey(name, shape)
          const values = facts.get(key) ?? new Map<string, Fact>()
          const known = values.get(norm)
          if (known === undefined) values.set(norm, { call, path: () => pathOf(leaf, call), value, failed })
          else if (known.failed && !failed) values.set(norm, { ...known, failed })
          facts.set(key, values)
        }
      }
    }
  }
  return facts
}

/** A loop and not recursion, because recorded arguments can be nested arbitrarily deep. */
const leaves = (args: JsonObject): ReadonlyArray<Leaf> => {
  const found: Array<Leaf> = [{ argument: "", key: "", value: args, parent: undefined }]
  for (const parent of found) {
    const { argument, value } = parent
    if (typeof value !== "object" || value === null) continue
    const isList = Array.isArray(value)
    for (const [key, child] of Object.entries(value)) {
      found.push({ argument: isList ? argument : key, key, value: child, parent })
    }
  }
  return found
}

interface Leaf {
  readonly argument: string
  /** In its parent. */
  readonly key: string
  readonly value: Json
  readonly parent: Leaf | undefined
}

const pathOf = (leaf: Leaf, call: number): string => {
  const above: Array<Leaf> = []
  for (let one = leaf; one.parent !== undefined; one = one.parent) above.unshift(one)
  return above.reduce(
    (path, { key, parent }) => (Array.isArray(parent?.value) ? atIndex(path, Number(key)) : atKey(path, key)),
    `tool_calls[${call}].args`
  )
}

/** An infinite number, which JSON.parse makes of 1e400, equals no number that a text states. */
const shapesOf = (value: Json): ReadonlyArray<Shaped> => {
  if (value === null || typeof value === "object") return []
  if (typeof value === "number" && !Number.isFinite(value)) return [{ shape: "number", norm: String(value) }]
  const text = typeof value === "string" ? quotedShapeOf(value) : undefined
  return [shapeOf(String(value)), text].filter((shaped) => shaped !== undefined)
}

/** A text may call `issue_title` "title", and state an `issue_id` without its name if the tool's name has "issue". */
const namesOf = (argument: string, tool: ReadonlySet<string>): ReadonlyArray<string> => {
  const tokens = parts(argument).map(stem)
  const nouns = tokens.filter((token) => !identifiers.has(token))
  const own = nouns.every((noun) => tool.has(noun)) ? [identityOf("")] : []
  return [...new Set([ANYWHERE, tokens.join(" "), tokens.at(-1) ?? "", identityOf(nouns.join(" ")), ...own])]
}

const identifiers = new Set(["id", "iid", "number", "num", "no", "key", "ref", "identifier", "or"].map(stem))
