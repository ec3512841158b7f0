/**
 * Options of one model: what each may be, and what of it a plan keeps. A record lists those that its provider knows.
 */
import type { Json, JsonObject } from "../../base/domain/Json.ts"
import { isJson, isObject, isPlainObject } from "../../base/std/Json.ts"

export interface OptionRule {
  /** Its name in a plan and in the fingerprint. */
  readonly name: string
  /** What it may be, after "Give it": `a number from 0 to 1`. */
  readonly accepts: string
  readonly allows: (value: unknown, agent: AgentFacts) => boolean
  /** What a plan keeps of the value; all of it by default. */
  readonly kept?: (value: unknown) => Json
}

/** The options that a provider knows, by the names that suites use. */
export interface OptionRules {
  readonly [name: string]: OptionRule
}

/** Of the agent, what an option depends on. */
export interface AgentFacts {
  readonly maxTokens: number
  readonly servers: ReadonlyArray<{ readonly name: string; readonly tools: object }>
}

/** Options that a suite gives, as `Model` takes them. */
export interface GivenOptions {
  readonly [name: string]: unknown
}

/** Options that every provider knows. */
export interface SharedOptions {
  /** Tells apart cells with the same model: it is shown behind the model's name, and part of the recording's name. */
  readonly label?: string
}

/** The tool that the model has to call, or whether it has to call one. */
export type ToolChoice = "auto" | "required" | "none" | { readonly server: string; readonly name: string }

/** Headers that are sent with each request. Plans and recordings have their names alone: values may be secrets. */
export interface Headers {
  readonly [name: string]: string
}

/** The options as a plan has them; undefined if the suite gives none. */
export const plannedOptions = (rules: OptionRules, given: GivenOptions = {}): JsonObject | undefined => {
  const planned = Object.entries(given).flatMap(([option, value]): ReadonlyArray<readonly [string, Json]> => {
    const rule = Object.hasOwn(rules, option) ? rules[option] : undefined
    return rule === undefined || value === undefined ? [] : [[rule.name, rule.kept?.(value) ?? (value as Json)]]
  })
  return planned.length === 0 ? undefined : Object.fromEntries(planned)
}

const isNumber = (least: number, most: number) => (value: unknown) =>
  typeof value === "number" && value >= least && value <= most

const isText = (value: unknown): value is string => typeof value === "string" && value.trim() !== ""

export const text = (name: string): OptionRule => ({ name, accepts: "a text", allows: isText })

export const flag = (name: string): OptionRule => ({
  name,
  accepts: "true or false",
  allows: (value) => typeof value === "boolean"
})

export const object = (name: string): OptionRule => ({
  name,
  accepts: "an object of JSON values",
  allows: (value) => isPlainObject(value) && isJson(value)
})

export const label = text("label")

export const topP: OptionRule = { name: "top_p", accepts: "a number from 0 to 1", allows: isNumber(0, 1) }

export const seed: OptionRule = { name: "seed", accepts: "a whole number", allows: Number.isSafeInteger }

/** A part of the longest answer: `maxTokens` counts the thinking too. */
export const thinking: OptionRule = {
  name: "thinking",
  accepts: "a whole number of tokens from 1 that is less than maxTokens",
  allows: (value, { maxTokens }) => Number.isSafeInteger(value) && isNumber(1, maxTokens - 1)(value)
}

export const oneOf = (name: string, values: ReadonlyArray<string>): OptionRule => ({
  name,
  accepts: values.map((value) => JSON.stringify(value)).join(", "),
  allows: (value) => values.includes(value as string)
})

export const toolChoice: OptionRule = {
  name: "tool_choice",
  accepts: '"auto", "required", "none", or a tool of the agent\'s servers: { server: "weather", name: "get_weather" }',
  allows: (value, { servers }) =>
    isObject(value)
      ? servers.some(({ name, tools }) => name === value.server && Object.hasOwn(tools, String(value.name)))
      : ["auto", "required", "none"].includes(value as string),
  // A tool of a catalogue has more than its names.
  kept: (value) => (isObject(value) ? { server: String(value.server), name: String(value.name) } : (value as string))
}

export const headers: OptionRule = {
  name: "headers",
  accepts: "an object of texts",
  allows: (value) => isPlainObject(value) && Object.values(value).every((one) => typeof one === "string"),
  kept: (value) =>
    Object.keys(value as Headers)
      .map((name) => name.toLowerCase())
      .toSorted()
}
