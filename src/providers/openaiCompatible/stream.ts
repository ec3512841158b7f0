/**
 * Assembles a completion of the Chat Completions API from the chunks of its stream.
 */
import type { OpenAI } from "openai"
import { isObject } from "../../std/Json.ts"

/** A stream that broke off gives a choice without a finish_reason, which `answerOf` rejects. */
export const completionOf = (chunks: ReadonlyArray<OpenAI.ChatCompletionChunk>): unknown => {
  const choices = chunks.flatMap((chunk) => chunk.choices?.filter(({ index }) => (index ?? 0) === 0) ?? [])
  return {
    choices: [
      {
        message: choices.reduce<unknown>((message, { delta }) => merged(message, delta), {}),
        finish_reason: choices.findLast(({ finish_reason }) => finish_reason)?.finish_reason
      }
    ],
    usage: chunks.findLast(({ usage }) => usage)?.usage ?? null
  }
}

/**
 * Merges a piece into what arrived before: texts are joined, objects and lists merged by member, and the elements of a
 * list by their `index`. Members that a server adds, such as reasoning, follow the same rules.
 */
const merged = (before: unknown, piece: unknown): unknown => {
  if (typeof before === "string" && typeof piece === "string") return before + piece
  if (Array.isArray(piece)) return piece.reduce(mergeElement, Array.isArray(before) ? before : [])
  if (isObject(piece)) {
    const base = isObject(before) ? before : {}
    const entries = Object.entries(piece).map(([name, value]) => [
      name,
      repeated.has(name) ? (value === "" || value === null ? (base[name] ?? value) : value) : merged(base[name], value)
    ])
    return { ...base, ...Object.fromEntries(entries) }
  }
  return piece ?? before ?? null
}

/** Some servers repeat these in every piece, or send them empty after the first. */
const repeated = new Set(["id", "index", "role", "type"])

const mergeElement = (list: ReadonlyArray<unknown>, element: unknown): ReadonlyArray<unknown> => {
  const at = isObject(element) && typeof element.index === "number" ? element.index : -1
  const known = list.findIndex((one) => isObject(one) && one.index === at)
  return known === -1 ? [...list, merged(undefined, element)] : list.with(known, merged(list[known], element))
}
