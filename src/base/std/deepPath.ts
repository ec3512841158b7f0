/**
 * Where a JSON value is nested deeper than a limit. Nothing recurses, so that it can be asked before anything that does.
 */
import { isArray, isJsonObject, type Json } from "./Json.ts"

/** As much of the path as helps to find the value. */
const SHOWN_DEPTH = 4

/** The path to the first such value, shortened; undefined if there is none. */
export const deepPath = (value: Json, most: number): ReadonlyArray<string | number> | undefined => {
  const left: Array<Nested> = [{ value, depth: 1, path: [] }]
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const { depth, path, value: part } = next
    if (!isArray(part) && !isJsonObject(part)) continue
    if (depth > most) return path
    for (const [key, member] of Object.entries(part)) {
      if (typeof member !== "object" || member === null) continue
      const step = isArray(part) ? Number(key) : key
      left.push({ value: member as Json, depth: depth + 1, path: path.length < SHOWN_DEPTH ? [...path, step] : path })
    }
  }
  return undefined
}

interface Nested {
  readonly value: Json
  readonly depth: number
  readonly path: ReadonlyArray<string | number>
}
