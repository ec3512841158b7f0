/**
 * The calls of a trace by tool: what they do, whether they failed, and the values of their arguments, which are read when a claim needs
 * them.
 */
import { hasFailed } from "../../../../base/domain/trace/hasFailed.ts"
import type { Json, JsonObject } from "../../../../base/domain/Json.ts"
import { knownResults } from "../../../../base/domain/trace/oneResultPerCall.ts"
import type { ToolCall, Trace } from "../../../../base/domain/trace/Trace.ts"
import { atIndex, atKey } from "../../../../base/std/path.ts"
import { commandActions } from "./commands.ts"
import { kept, parts, stem } from "./stem.ts"
import type { ReadTool, ToolRead } from "./tools.ts"
import { type Actions, actionBits } from "./verbs.ts"
import { wordSet } from "./words.ts"

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
  readonly hasFailed: (call: number) => boolean
  /** Whether a result of the call was recorded, and none was an error. */
  readonly hasWorked: (call: number) => boolean
  /** The values of their arguments. */
  readonly values: () => ReadonlyArray<Value>
  /** All their arguments as JSON, in lower case. */
  readonly argumentText: () => string
  /** All their results as JSON, in lower case. */
  readonly resultText: () => string
}

/** One value of an argument. */
export interface Value {
  /** The names under which a text may mean its argument. */
  readonly names: ReadonlyArray<string>
  readonly call: number
  readonly value: Json
  readonly path: () => string
}

export const recordedTools = (trace: Trace, readTool: ReadTool): ReadonlyArray<RecordedTool> => {
  const { tool_calls = [] } = trace
  const known = knownResults(trace)
  const errors = new Map<string, boolean>()
  for (const result of known) errors.set(result.call_id, hasFailed(result) && errors.get(result.call_id) !== false)
  const hasFailedCall = (call: number): boolean => errors.get(tool_calls[call]!.id) === true
  const groups = new Map<ToolRead, Array<{ actions: Actions | undefined; readonly calls: Array<number> }>>()
  for (const [call, recorded] of tool_calls.entries()) {
    const tool = readTool(recorded)
    const actions = actionsOfCall(tool, recorded.args ?? {})
    const same = groups.get(tool) ?? []
    const group = same.find((one) => (one.actions === 0) === (actions === 0))
    if (group === undefined) groups.set(tool, [...same, { actions, calls: [call] }])
    else {
      group.calls.push(call)
      group.actions = group.actions === undefined || actions === undefined ? undefined : group.actions | actions
    }
  }
  return [...groups].flatMap(([tool, all]) =>
    all.map(({ actions, calls }) => ({
      tool,
      actions,
      reads: actions === 0,
      calls,
      failed: calls.every(hasFailedCall),
      hasFailed: hasFailedCall,
      hasWorked: (call) => errors.get(tool_calls[call]!.id) === false,
      values: once(() => valuesOf(tool, tool_calls, calls)),
      argumentText: once(() => jsonOf(calls.map((call) => tool_calls[call]!.args ?? {}))),
      resultText: once(() => {
        const ids = new Set(calls.map((call) => tool_calls[call]!.id))
        const results = known.filter(({ call_id }) => ids.has(call_id))
        return jsonOf(results.map(({ content, structured }) => [content, structured]))
      })
    }))
  )
}

const once = <A>(make: () => A): (() => A) => {
  let made: { readonly value: A } | undefined
  return () => (made ??= { value: make() }).value
}

const jsonOf = (values: ReadonlyArray<unknown>): string =>
  values.map((value) => JSON.stringify(value).toLowerCase()).join("\n")

/** 0 for a call that only reads; undefined if nothing says what it does. */
const actionsOfCall = ({ actions, kind, verbs, words }: ToolRead, args: JsonObject): Actions | undefined => {
  if (kind === "write") return actions === 0 ? undefined : actions
  // A tool with an innocent name may take any SQL.
  const said = commandActions(args)
  if (said !== undefined) return said
  // What is downloaded may be saved to a file.
  const isSaved = verbs.has("download") || verbs.has("export") || verbs.has("screenshot")
  if (kind === "read") return isSaved ? actionBits.create : 0
  // `run_assay` runs a named thing, and `execute_python` anything.
  const isAnything = kind === "open" && (words.length === 0 || words.some((word) => programs.has(word)))
  return isAnything || actions === 0 ? undefined : actions
}

const programs = wordSet(
  "sql shell bash command terminal script graphql http rest powershell console cli python javascript code"
)

interface Node {
  readonly argument: string
  /** In its parent. */
  readonly key: string
  readonly value: Json
  readonly parent: Node | undefined
}

/** A loop and not recursion, because recorded arguments can be nested arbitrarily deep. */
const valuesOf = (tool: ToolRead, all: ReadonlyArray<ToolCall>, calls: ReadonlyArray<number>): ReadonlyArray<Value> => {
  const names = namesIn(tool)
  return calls.flatMap((call) => {
    const found: Array<Value> = []
    const nodes: Array<Node> = [{ argument: "", key: "", value: all[call]!.args ?? {}, parent: undefined }]
    for (const parent of nodes) {
      const isList = Array.isArray(parent.value)
      for (const [key, value] of Object.entries(parent.value as JsonObject)) {
        const node = { argument: isList ? parent.argument : key, key, value, parent }
        if (typeof value === "object" && value !== null) nodes.push(node)
        else if (value !== null)
          found.push({ names: names(node.argument), call, value, path: () => pathOf(node, call) })
      }
    }
    return found
  })
}

const pathOf = (node: Node, call: number): string => {
  const above: Array<Node> = []
  for (let one = node; one.parent !== undefined; one = one.parent) above.unshift(one)
  return above.reduce(
    (path, { key, parent }) => (Array.isArray(parent?.value) ? atIndex(path, Number(key)) : atKey(path, key)),
    `tool_calls[${call}].args`
  )
}

/** The name for arguments that identify a noun: `id`, `issue` and `issue_number` all identify an issue. */
export const identityOf = (noun: string): string => `${noun} #`

/** A text may call `issue_title` "title", and state an `issue_id` without its name if the tool's name has "issue". */
const namesIn = (tool: ToolRead): ((argument: string) => ReadonlyArray<string>) => {
  const own = new Set(parts(tool.name).map(stem))
  return kept((argument) => {
    const tokens = parts(argument).map(stem)
    const nouns = tokens.filter((token) => !identifiers.has(token))
    const isOwn = nouns.every((noun) => own.has(noun))
    return [tokens.join(" "), tokens.at(-1) ?? "", identityOf(nouns.join(" ")), ...(isOwn ? [identityOf("")] : [])]
  })
}

const identifiers = new Set("id iid number num no key ref identifier or".split(" ").map(stem))
