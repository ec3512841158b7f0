/**
 * Whether a value is JSON, told as its Schema tells it and without loading one. However deep it is; one that holds itself
 * is not.
 */
import type { Json } from "./Json.ts"

export const isJson = (value: unknown): value is Json => isScalar(value) || (isNested(value) && isTree(value))

/** An object as JSON has them, whatever its values are. */
export const isPlainObject = (value: unknown): value is { readonly [key: string]: unknown } => {
  if (typeof value !== "object" || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

/** Whether a value is the same after it was sent to another thread: JSON, any number, and what is undefined. */
export const isPlainData = (value: unknown): boolean => {
  if (typeof value !== "object" || value === null) return typeof value !== "function" && typeof value !== "symbol"
  if (Array.isArray(value)) return value.every(isPlainData)
  return isPlainObject(value) && Object.getPrototypeOf(value) !== null && Object.values(value).every(isPlainData)
}

const isScalar = (value: unknown): boolean =>
  value === null || typeof value === "string" || typeof value === "boolean" || Number.isFinite(value)

const isNested = (value: unknown): value is object => Array.isArray(value) || isPlainObject(value)

/** A part is open as long as what it holds is looked at: what meets an open one again would never end. */
const isTree = (root: object): boolean => {
  const looked = new Map<object, "open" | "done">()
  const left = [root]
  for (let part = left.at(-1); part !== undefined; part = left.at(-1)) {
    if (looked.has(part)) {
      looked.set(part, "done")
      left.pop()
      continue
    }
    looked.set(part, "open")
    for (const inner of Array.isArray(part) ? part : Object.values(part)) {
      if (isScalar(inner)) continue
      if (!isNested(inner) || looked.get(inner) === "open") return false
      if (!looked.has(inner)) left.push(inner)
    }
  }
  return true
}
