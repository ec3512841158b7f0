/**
 * The tools that were called, each with the values it was called with, arranged for looking up what a text says.
 */
import type { Json, JsonObject } from "../../../domain/Json.ts"
import type { ToolResult, Trace } from "../../../domain/Trace.ts"
import { toolKey } from "../../../domain/callKey.ts"
import { atIndex, atKey } from "../../../std/path.ts"
import { unprefixedName } from "../toolCalls.ts"
import { parts } from "./parts.ts"
import { type Shape, shapeOf, type Shaped, textOf } from "./shapes.ts"
import { stem, tokensOf } from "./stem.ts"

/** One value of an argument, of all calls of a tool that were made with it. */
export interface Fact {
  /** The first of those calls. */
  readonly call: number
  readonly path: string
  readonly value: Json
  /** Whether each of them returned an error. */
  readonly failed: boolean
}

export interface RecordedTool {
  readonly name: string
  readonly tokens: ReadonlySet<string>
  /** The first call of it. */
  readonly call: number
  /** Whether each call of it returned an error. */
  readonly failed: boolean
  /** By argument and shape, then by value. */
  readonly facts: ReadonlyMap<string, ReadonlyMap<string, Fact>>
}

export const factKey = (argument: string, shape: Shape): string => `${argument} ${shape}`

/** Any argument at all. */
export const ANYWHERE = "*"

/** An argument that says which one: `id`, `issue`, `issue_number` all identify an issue. */
export const identityOf = (noun: string): string => `${noun} #`

export const recordedTools = ({ tool_calls = [], tool_results = [] }: Partial<Trace>): ReadonlyArray<RecordedTool> => {
  const answered = new Set(tool_results.filter((result) => !hasFailed(result)).map(({ call_id }) => call_id))
  const refused = new Set(tool_results.filter(hasFailed).map(({ call_id }) => call_id))
  const tools = new Map<string, Recording>()
  for (const [call, recorded] of tool_calls.entries()) {
    const failed = refused.has(recorded.id) && !answered.has(recorded.id)
    const name = unprefixedName(recorded)
    const known = tools.get(toolKey(recorded)) ?? { name, tokens: tokensOf(name), call, failed, facts: new Map() }
    record(known, recorded.args ?? {}, call, failed)
    tools.set(toolKey(recorded), { ...known, failed: known.failed && failed })
  }
  return [...tools.values()]
}

/** What timed out answered nothing. */
const hasFailed = ({ is_error, timed_out }: ToolResult): boolean => is_error || timed_out

type Facts = Map<string, Map<string, Fact>>

interface Recording extends RecordedTool {
  readonly facts: Facts
}

const record = ({ facts, tokens }: Recording, args: JsonObject, call: number, failed: boolean): void => {
  for (const { argument, path, value } of leaves(args, call)) {
    for (const { norm, shape } of shapesOf(value)) {
      for (const name of namesOf(argument, tokens)) {
        const key = factKey(name, shape)
        const values = facts.get(key) ?? new Map<string, Fact>()
        const known = values.get(norm)
        values.set(
          norm,
          known === undefined ? { call, path, value, failed } : { ...known, failed: known.failed && failed }
        )
        facts.set(key, values)
      }
    }
  }
}

/** Not by recursion: how deep and how wide arguments are is up to whoever made them. */
const leaves = (args: JsonObject, call: number): ReadonlyArray<Leaf> => {
  const found: Array<Leaf> = [{ argument: "", path: `tool_calls[${call}].args`, value: args }]
  for (const { argument, path, value } of found) {
    if (typeof value !== "object" || value === null) continue
    for (const [key, child] of Object.entries(value)) {
      const isElement = Array.isArray(value)
      found.push({
        argument: isElement ? argument : key,
        path: isElement ? atIndex(path, Number(key)) : atKey(path, key),
        value: child
      })
    }
  }
  return found
}

interface Leaf {
  readonly argument: string
  readonly path: string
  readonly value: Json
}

/** What is left of 1e400 is a number, and no number that a text states is the same. */
const shapesOf = (value: Json): ReadonlyArray<Shaped> => {
  if (value === null || typeof value === "object") return []
  if (typeof value === "number" && !Number.isFinite(value)) return [{ shape: "number", norm: String(value) }]
  const text = typeof value === "string" ? textOf(value) : undefined
  return [shapeOf(String(value)), text].filter((shaped) => shaped !== undefined)
}

/** A text may call `issue_title` the title, and `issue_id` nothing at all where the tool is about issues. */
const namesOf = (argument: string, tool: ReadonlySet<string>): ReadonlyArray<string> => {
  const tokens = parts(argument).map(stem)
  const nouns = tokens.filter((token) => !identifiers.has(token))
  const own = nouns.every((noun) => tool.has(noun)) ? [identityOf("")] : []
  return [...new Set([ANYWHERE, tokens.join(" "), tokens.at(-1) ?? "", identityOf(nouns.join(" ")), ...own])]
}

const identifiers = new Set(["id", "iid", "number", "num", "no", "key", "ref", "identifier"].map(stem))
