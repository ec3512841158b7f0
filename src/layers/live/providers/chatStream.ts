/**
 * Puts a chat completion together from the chunks of its stream.
 */
import type { OpenAI } from "openai"

/** A stream that broke off gives a choice that has no reason to finish, which is no answer. */
export const completionOf = (chunks: ReadonlyArray<OpenAI.ChatCompletionChunk>): unknown => {
  const choices = chunks.flatMap((chunk) => chunk.choices?.filter(({ index }) => (index ?? 0) === 0) ?? [])
  return {
    choices: [
      {
        message: choices.reduce<unknown>((message, { delta }) => grown(message, delta), {}),
        finish_reason: choices.findLast(({ finish_reason }) => finish_reason)?.finish_reason
      }
    ],
    usage: chunks.findLast(({ usage }) => usage)?.usage ?? null
  }
}

/**
 * Texts grow, objects and lists grow inside, and the elements of a list say by their `index` which one they continue.
 * Whatever else a server streams, thoughts for example, grows by the same rules.
 */
const grown = (before: unknown, piece: unknown): unknown => {
  if (typeof before === "string" && typeof piece === "string") return before + piece
  if (Array.isArray(piece)) return piece.reduce(placed, Array.isArray(before) ? before : [])
  if (isObject(piece)) {
    const base = isObject(before) ? before : {}
    const entries = Object.entries(piece).map(([name, value]) => [
      name,
      once.has(name) ? value : grown(base[name], value)
    ])
    return { ...base, ...Object.fromEntries(entries) }
  }
  return piece ?? before ?? null
}

/** Said again in every piece by some servers. */
const once = new Set(["id", "index", "role", "type"])

const placed = (list: ReadonlyArray<unknown>, element: unknown): ReadonlyArray<unknown> => {
  const at = isObject(element) && typeof element.index === "number" ? element.index : -1
  const known = list.findIndex((one) => isObject(one) && one.index === at)
  return known === -1 ? [...list, grown(undefined, element)] : list.with(known, grown(list[known], element))
}

const isObject = (value: unknown): value is { readonly [name: string]: unknown } =>
  typeof value === "object" && value !== null && !Array.isArray(value)
