/**
 * The tool that a first suite asks for, and arguments for it.
 *
 * The first recording calls it for real, so the name has to sound as if the tool only reads.
 */
import type { Json, JsonObject } from "../../base/domain/Json.ts"
import type { OfferedTool } from "../../base/domain/plan/Tool.ts"
import { isArray, isJsonObject } from "../../base/std/Json.ts"
import { jsonSchema } from "../../language/metrics/jsonSchema.ts"
import { follow } from "../types/pointer.ts"

export interface FirstTool {
  readonly name: string
  /** The required ones; empty if one of them cannot be guessed. */
  readonly args: JsonObject
}

/** Undefined if there are no tools. */
export const firstTool = (tools: ReadonlyArray<OfferedTool>): FirstTool | undefined =>
  tools
    .map((tool) => ({ tool, args: argumentsFor(tool.input_schema) }))
    .map(({ args, tool }) => ({ name: tool.name, args: args ?? {}, rank: rankOf(tool, args) }))
    .toSorted((a, b) => a.rank - b.rank || (a.name < b.name ? -1 : 1))[0]

/** Words that harmless tools begin with, the most harmless first. */
const harmless = [
  "echo",
  "ping",
  "list",
  "search",
  "find",
  "lookup",
  "get",
  "read",
  "query",
  "show",
  "describe",
  "fetch"
]

/**
 * Harmless tools first. Among those: a tool with arguments, which a suite can check; then one without; then one whose
 * arguments cannot be guessed.
 */
const rankOf = (tool: OfferedTool, args: JsonObject | undefined): number => {
  const word = harmless.indexOf(verbOf(tool))
  const known = args === undefined ? 2 : Object.keys(args).length === 0 ? 1 : 0
  return (word < 0 ? 3 + known : known) * harmless.length + Math.max(0, word)
}

/** The first word of a tool's name, in lower case. Some servers begin the names of all their tools with their own. */
export const verbOf = ({ name, server }: OfferedTool): string => {
  const [first = "", second = ""] = name.match(/[A-Z]?[a-z]+/g)?.map((one) => one.toLowerCase()) ?? []
  return first === server.toLowerCase() ? second : first
}

/** Undefined if they cannot be guessed, or the tool's own schema refuses them. */
const argumentsFor = (input: Json): JsonObject | undefined => {
  const { $schema: _, ...schema } = isJsonObject(input) ? input : {}
  const args = objectFor(schema, { root: schema, left: MOST_VALUES }, DEEP)
  const checked = args === undefined ? { unusable: "" } : jsonSchema(schema, args)
  return "unusable" in checked || checked.length > 0 ? undefined : args
}

/** The deepest nesting that is guessed, and the most values. */
const DEEP = 5
const MOST_VALUES = 1_000

interface Guess {
  readonly root: Json
  left: number
}

const objectFor = (schema: Json, guess: Guess, deep: number): JsonObject | undefined => {
  if (!isJsonObject(schema)) return undefined
  const { properties = {}, required = [] } = schema
  if (!isJsonObject(properties) || !isArray(required) || required.length > guess.left) return undefined
  const entries = required.map(
    (name) => [String(name), valueFor(properties[String(name)] ?? true, guess, String(name), deep)] as const
  )
  const known = entries.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]))
  return known.length === entries.length ? Object.fromEntries(known) : undefined
}

/** An example that the schema gives, else the simplest value of its type. */
const valueFor = (schema: Json, guess: Guess, name: string, deep: number): Json | undefined => {
  if (!isJsonObject(schema) || deep === 0 || --guess.left < 0) return undefined
  const { $ref, const: only, default: usual, enum: choices, examples, items = true, minItems, minimum, type } = schema
  if (typeof $ref === "string") return valueFor(follow(guess.root, $ref)?.schema ?? true, guess, name, deep - 1)
  const given =
    only ?? usual ?? (isArray(examples) ? examples[0] : undefined) ?? (isArray(choices) ? choices[0] : undefined)
  if (given !== undefined) return given
  switch (type) {
    case "string":
      return /path|dir|folder/i.test(name) ? "." : "hello"
    case "number":
    case "integer":
      return typeof minimum === "number" ? Math.max(1, minimum) : 1
    case "boolean":
      return true
    case "object":
      return objectFor(schema, guess, deep - 1)
    case "array":
      return Number(minItems ?? 0) > 0 ? listOf(valueFor(items, guess, name, deep - 1)) : []
    default:
      return undefined
  }
}

const listOf = (item: Json | undefined): Json | undefined => (item === undefined ? undefined : [item])
