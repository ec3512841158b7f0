/**
 * The messages in spans as the guard of readers looks at them, whatever the names of their attributes.
 */
import type { Json } from "../../../base/domain/Json.ts"
import { parsedAttribute } from "../../../edges/telemetry/genAiMessages.ts"
import type { RawRun } from "../../../edges/telemetry/Item.ts"
import type { Span } from "../../../edges/telemetry/Span.ts"

/** The attributes of each answer, which has all messages before it, too. */
export const rawSpans = (chats: ReadonlyArray<Span>): RawRun => ({
  raw: chats.map((span) => ({ ...span.place, value: nestedAttributes(span) as Json })),
  search: { inMessages: false, isRepeated: true }
})

type Nested = { [key: string]: Json | Nested }

/** `{ a.0.b: 1 }` is `{ a: { 0: { b: 1 } } }`, and texts of JSON are what they say. */
const nestedAttributes = ({ attributes }: Span): Nested => {
  const root: Nested = {}
  for (const [path, value] of Object.entries(attributes)) {
    const keys = path.split(".")
    let at = root
    for (const key of keys.slice(0, -1)) {
      const next = Object.hasOwn(at, key) ? at[key] : (at[key] = {})
      if (typeof next !== "object" || next === null || Array.isArray(next)) break
      at = next as Nested
    }
    at[keys.at(-1) ?? ""] =
      (typeof value === "string" && /^\s*[[{]/.test(value) ? parsedAttribute(value) : value) ?? null
  }
  return root
}
