/**
 * The values of the arguments of calls, indexed so that values stated in a text can be looked up.
 */
import type { Json, JsonObject } from "../../../../base/domain/Json.ts"
import type { ToolCall } from "../../../../base/domain/trace/Trace.ts"
import { atIndex, atKey } from "../../../../base/std/path.ts"
import { kept } from "./kept.ts"
import { parts } from "./parts.ts"
import { LONGEST_SHAPED, type ValueShape, shapeOf, quotedShapeOf } from "./shapes.ts"
import { stem, stemsOf } from "./stem.ts"
import type { ToolRead } from "./tools.ts"

/** One value of an argument, for all calls of a tool with this value. */
export interface Fact {
  /** The index of the first such call. */
  readonly call: number
  readonly path: () => string
  readonly value: Json
  /** Whether all such calls returned an error. */
  readonly failed: boolean
}

/** By value, of one shape, in the arguments of one name. */
export type Facts = (name: string, shape: ValueShape) => ReadonlyMap<string, Fact>

/** The name under which the values of all arguments are indexed. */
export const ANYWHERE = "*"

/** The name for arguments that identify a noun: `id`, `issue` and `issue_number` all identify an issue. */
export const identityOf = (noun: string): string => `${noun} #`

/** Reads the values of a name and a shape when a claim states one. */
export const factsOf = (
  tool: ToolRead,
  all: ReadonlyArray<ToolCall>,
  calls: ReadonlyArray<number>,
  hasFailedCall: (call: number) => boolean
): Facts => {
  let read: ReadonlyArray<Leaf> | undefined
  const facts = new Map<string, ReadonlyMap<string, Fact>>()
  const make = (name: string, shape: ValueShape): ReadonlyMap<string, Fact> => {
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
const normOf = (value: Json, shape: ValueShape): string | undefined => {
  if (shape === "text") return typeof value === "string" ? quotedShapeOf(value)?.norm : undefined
  if (typeof value === "number" && !Number.isFinite(value)) return shape === "number" ? String(value) : undefined
  const shaped = shapeOf(String(value))
  return shaped?.shape === shape ? shaped.norm : undefined
}

/** Whether a text may mean an argument by a name. */
const namesArgument = (name: string, tool: ToolRead): ((argument: string) => boolean) => {
  if (name === ANYWHERE) return () => true
  const tokens = stemsOf(tool.name)
  return kept((argument) => namesOf(argument, tokens).includes(name))
}

/** A text may call `issue_title` "title", and state an `issue_id` without its name if the tool's name has "issue". */
const namesOf = (argument: string, tool: ReadonlySet<string>): ReadonlyArray<string> => {
  const tokens = parts(argument).map(stem)
  const nouns = tokens.filter((token) => !identifiers.has(token))
  const own = nouns.every((noun) => tool.has(noun)) ? [identityOf("")] : []
  return [tokens.join(" "), tokens.at(-1) ?? "", identityOf(nouns.join(" ")), ...own]
}

const identifiers = new Set(["id", "iid", "number", "num", "no", "key", "ref", "identifier", "or"].map(stem))
