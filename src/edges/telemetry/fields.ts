/**
 * Reads fields of a foreign value: by a path with dots, as a name, as an outcome.
 */
import type { Json, JsonObject } from "../../base/domain/Json.ts"
import type { Usage } from "../../base/domain/recording/Cassette.ts"
import { isArray, isJsonObject } from "../../base/std/Json.ts"
import { atPointer } from "../../base/std/jsonPointer.ts"
import type { ForeignOutcome } from "./Item.ts"

/** A field by its name, which may have dots, or by a path with dots: `reward_info.reward`; or by a JSON pointer. */
export const fieldAt = (value: Json, path: string): Json | undefined =>
  objectOf(value)[path] ??
  atPointer(value, path.startsWith("/") ? `#${path}` : `#/${path.split(".").map(pointerStep).join("/")}`)

const pointerStep = (step: string): string => encodeURIComponent(step.replaceAll("~", "~0").replaceAll("/", "~1"))

/** A name of a task, a model or an agent: a text or a number that says something. */
export const nameOf = (value: Json | undefined): string | undefined =>
  typeof value === "number" || (typeof value === "string" && value.trim() !== "") ? String(value) : undefined

export const textOf = (value: Json | undefined): string | undefined => (typeof value === "string" ? value : undefined)

export const objectOf = (value: Json | undefined): JsonObject => (isJsonObject(value) ? value : {})

export const listOf = (value: Json | undefined): ReadonlyArray<Json> => (isArray(value) ? value : [])

/** The words of a content: a text, or the texts among its parts. */
export const wordsIn = (content: Json | undefined): string =>
  typeof content === "string"
    ? content
    : listOf(content)
        .map((part) => {
          const { refusal, text } = objectOf(part)
          return typeof part === "string" ? part : (textOf(text) ?? textOf(refusal) ?? "")
        })
        .join("")

/** A reward is a float: a run passed if it has all of it. Undefined for what is neither a verdict nor a number. */
export const outcomeOf = (value: Json | undefined): ForeignOutcome | undefined => {
  if (typeof value === "boolean") return { passed: value, reward: value ? 1 : 0 }
  if (typeof value === "number" && Number.isFinite(value)) return { passed: Math.abs(value - 1) <= 1e-6, reward: value }
  return undefined
}

export { usageFrom } from "../../base/domain/recording/wireUsage.ts"

/** Undefined if either is: unrecorded is not zero. */
export const sumOf = (one: Usage | undefined, other: Usage | undefined): Usage | undefined =>
  one && other && { input: one.input + other.input, output: one.output + other.output }

/** The items of the list below a prefix, in the order of their numbers. */
export const flatList = (attributes: JsonObject, prefix: string): ReadonlyArray<JsonObject> => {
  const items = new Map<number, { [key: string]: Json }>()
  for (const [key, value] of Object.entries(attributes)) {
    if (!key.startsWith(`${prefix}.`)) continue
    const [, number, rest] = /^(\d+)\.(.+)$/.exec(key.slice(prefix.length + 1)) ?? []
    if (number === undefined || rest === undefined) continue
    const item = items.get(Number(number)) ?? {}
    items.set(Number(number), item)
    item[rest] = value
  }
  return [...items].toSorted(([a], [b]) => a - b).map(([, item]) => withLists(item))
}

/** The lists inside of an item, which are written the same way. */
const withLists = (item: JsonObject): JsonObject => {
  const lists = new Set(Object.keys(item).flatMap((key) => /^(\w+)\.\d+\./.exec(key)?.[1] ?? []))
  const plain = Object.entries(item).filter(([key]) => !/^\w+\.\d+\./.test(key))
  return {
    ...Object.fromEntries(plain),
    ...Object.fromEntries([...lists].map((name) => [name, flatList(item, name)]))
  }
}
