/**
 * Lists that are written as attributes: `gen_ai.prompt.0.role`, `gen_ai.prompt.2.tool_calls.0.id`.
 */
import type { Json, JsonObject } from "../../base/domain/Json.ts"

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
