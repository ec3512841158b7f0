/**
 * The tools of a trace with the values of their arguments, indexed so that values stated in a text can be looked up.
 */
import type { Json, JsonObject } from "../../../domain/Json.ts"
import type { ToolResult, Trace } from "../../../domain/Trace.ts"
import { toolKey } from "../../../domain/callKey.ts"
import { atIndex, atKey } from "../../../std/path.ts"
import { unprefixedName } from "../toolCalls.ts"
import { parts } from "./parts.ts"
import { type Shape, shapeOf, type Shaped, quotedShapeOf } from "./shapes.ts"
import { stem, tokensOf } from "./stem.ts"

/** One value of an argument, for all calls of a tool with this value. */
export interface Fact {
  /** The index of the first such call. */
  readonly call: number
  readonly path: string
  readonly value: Json
  /** Whether all such calls returned an error. */
  readonly failed: boolean
}

export interface RecordedTool {
  readonly name: string
  readonly tokens: ReadonlySet<string>
  /** The index of its first call. */
  readonly call: number
  /** Whether all its calls returned an error. */
  readonly failed: boolean
  /** By argument and shape, then by value. */
  readonly facts: ReadonlyMap<string, ReadonlyMap<string, Fact>>
}

export const factKey = (argument: string, shape: Shape): string => `${argument} ${shape}`

/** The name under which the values of all arguments are indexed. */
export const ANYWHERE = "*"

/** The name for arguments that identify a noun: `id`, `issue` and `issue_number` all identify an issue. */
export const identityOf = (noun: string): string => `${noun} #`

export const recordedTools = ({ tool_calls = [], tool_results = [] }: Partial<Trace>): ReadonlyArray<RecordedTool> => {
  const succeeded = new Set(tool_results.filter((result) => !hasFailed(result)).map(({ call_id }) => call_id))
  const failures = new Set(tool_results.filter(hasFailed).map(({ call_id }) => call_id))
  const tools = new Map<string, Recording>()
  for (const [call, recorded] of tool_calls.entries()) {
    const failed = failures.has(recorded.id) && !succeeded.has(recorded.id)
    const name = unprefixedName(recorded)
    const known = tools.get(toolKey(recorded)) ?? { name, tokens: tokensOf(name), call, failed, facts: new Map() }
    record(known, recorded.args ?? {}, call, failed)
    tools.set(toolKey(recorded), { ...known, failed: known.failed && failed })
  }
  return [...tools.values()]
}

/** A call that timed out failed too. */
const hasFailed = ({ is_error, timed_out }: ToolResult): boolean => is_error || timed_out

type Facts = Map<string, Map<string, Fact>>

interface Recording extends RecordedTool {
  readonly facts: Facts
}

const record = ({ facts, tokens }: Recording, args: JsonObject, call: number, failed: boolean): void => {
  for (const { argument, path, value } of leaves(args, call)) {
    const shapes = shapesOf(value)
    const names = shapes.length === 0 ? [] : namesOf(argument, tokens)
    for (const { norm, shape } of shapes) {
      for (const name of names) {
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

/** A loop and not recursion, because recorded arguments can be nested arbitrarily deep. */
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

const identifiers = new Set(["id", "iid", "number", "num", "no", "key", "ref", "identifier"].map(stem))
