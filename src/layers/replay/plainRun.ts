/**
 * A recorded run as recorders write it, told at a glance: the keys that there are, each of its type, and no others.
 *
 * It answers for nearly every line of a cassette in a fraction of the time that the Schema takes. What it does not know is
 * not wrong: it is left to the Schema, which also says what is wrong.
 */
import { tryCatch } from "../../std/tryCatch.ts"
import type { RecordedRun } from "../../domain/Cassette.ts"

/** How deep recorded JSON may be nested here; the line as a whole may be nested a little deeper. */
const MAX_DEPTH = 100

/**
 * Of a whole line. A text that is written again as it was read holds no key twice, which JSON would drop in silence, and
 * no number whose digits are lost.
 */
export const readPlainRun = (text: string): RecordedRun | undefined =>
  tryCatch(() => {
    const value: unknown = JSON.parse(text)
    return isPlainRun(value) && JSON.stringify(value) === text ? value : undefined
  })

/** Of values that JSON.parse gives. */
export const isPlainRun = (value: unknown): value is RecordedRun =>
  isObject(value) &&
  isNatural(value["index"]) &&
  value["index"] > 0 &&
  isCompleted(value["outcome"]) &&
  isListOf(value["exchanges"], isExchange) &&
  keysOf(value) === 3 + (isAbsent(value, "observations") ? 0 : 1) &&
  (isAbsent(value, "observations") || isMapOf(value["observations"], isToolAnswer))

interface JsonRecord {
  readonly [key: string]: unknown
}

const isCompleted = (value: unknown): boolean =>
  isObject(value) && value["status"] === "completed" && keysOf(value) === 1

const isExchange = (value: unknown): boolean => {
  if (!isObject(value)) return false
  const timed = isAbsent(value, "latency_ms") ? 0 : 1
  if (timed === 1 && !isDuration(value["latency_ms"])) return false
  return value["kind"] === "model"
    ? isModelAnswer(value["answer"]) && keysOf(value) === 2 + timed
    : value["kind"] === "tool" &&
        isAskedCall(value["call"]) &&
        isToolAnswer(value["answer"]) &&
        keysOf(value) === 3 + timed
}

const isModelAnswer = (value: unknown): boolean =>
  isObject(value) &&
  typeof value["text"] === "string" &&
  typeof value["stop_reason"] === "string" &&
  isListOf(value["calls"], isAskedCall) &&
  (isAbsent(value, "usage") || isUsage(value["usage"])) &&
  isShallow(value["provider_state"], MAX_DEPTH) &&
  keysOf(value) === 3 + (isAbsent(value, "usage") ? 0 : 1) + (isAbsent(value, "provider_state") ? 0 : 1)

const isUsage = (value: unknown): boolean =>
  isObject(value) && isNatural(value["input"]) && isNatural(value["output"]) && keysOf(value) === 2

const isAskedCall = (value: unknown): boolean =>
  isObject(value) &&
  typeof value["id"] === "string" &&
  typeof value["name"] === "string" &&
  typeof value["server"] === "string" &&
  isObject(value["args"]) &&
  isShallow(value["args"], MAX_DEPTH) &&
  isShallow(value["caller"], MAX_DEPTH) &&
  keysOf(value) === 4 + (isAbsent(value, "caller") ? 0 : 1)

const isToolAnswer = (value: unknown): boolean =>
  isObject(value) &&
  typeof value["is_error"] === "boolean" &&
  typeof value["timed_out"] === "boolean" &&
  Array.isArray(value["content"]) &&
  isShallow(value["content"], MAX_DEPTH) &&
  isShallow(value["structured"], MAX_DEPTH) &&
  keysOf(value) === 3 + (isAbsent(value, "structured") ? 0 : 1)

const isObject = (value: unknown): value is JsonRecord =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const isAbsent = (value: JsonRecord, key: string): boolean => value[key] === undefined

const isNatural = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0

const isDuration = (value: unknown): boolean => Number.isFinite(value) && (value as number) >= 0

const isListOf = (value: unknown, isItem: (item: unknown) => boolean): boolean =>
  Array.isArray(value) && value.every(isItem)

const isMapOf = (value: unknown, isItem: (item: unknown) => boolean): boolean =>
  isObject(value) && Object.entries(value).every(([key, item]) => key !== "__proto__" && isItem(item))

const keysOf = (value: JsonRecord): number => Object.keys(value).length

/** JSON is recorded as it was, so only its depth is left to look at. */
const isShallow = (value: unknown, depth: number): boolean => {
  if (typeof value !== "object" || value === null) return true
  if (depth === 0) return false
  if (Array.isArray(value)) {
    for (const item of value) if (!isShallow(item, depth - 1)) return false
    return true
  }
  for (const key in value) if (!isShallow((value as JsonRecord)[key], depth - 1)) return false
  return true
}
