/**
 * Assembles a completion of the Chat Completions API from the chunks of its stream.
 */
import { isObject } from "../../../std/Json.ts"

/** A stream that broke off gives a choice whose finish_reason is null. */
export const completionOf = (chunks: ReadonlyArray<unknown>): AssembledCompletion => {
  const objects = chunks.filter(isObject)
  const choices = objects.flatMap((chunk) => list(chunk["choices"]).filter(({ index }) => (index ?? 0) === 0))
  return {
    ...objects.find(({ model }) => model),
    choices: [
      {
        // Some servers put the whole message into the last chunk.
        message: choices.reduce<unknown>((message, { delta, message: whole }) => merged(message, delta ?? whole), {}),
        finish_reason: choices.findLast(({ finish_reason }) => finish_reason)?.["finish_reason"] ?? null
      }
    ],
    usage: [...choices, ...objects].findLast(({ usage }) => usage)?.["usage"] ?? null
  }
}

export interface AssembledCompletion {
  readonly choices: readonly [{ readonly message: unknown; readonly finish_reason: unknown }]
  readonly usage: unknown
}

const list = (value: unknown): ReadonlyArray<Piece> => (Array.isArray(value) ? value.filter(isObject) : [])

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

/** An element with another id is another one, whatever its index. */
const mergeElement = (before: ReadonlyArray<unknown>, element: unknown): ReadonlyArray<unknown> => {
  if (!isObject(element)) return [...before, element]
  const at = placeOf(before, element)
  const known = before[at]
  const isAnother = isObject(known) && Boolean(element.id) && Boolean(known.id) && element.id !== known.id
  return known === undefined || isAnother
    ? [...before, merged(undefined, element)]
    : before.with(at, merged(known, element))
}

/** Where the element is that a piece continues. Some servers leave indices out, or send the same index with every call. */
const placeOf = (before: ReadonlyArray<unknown>, { function: called, id, index }: Piece): number => {
  const last = (isIt: (one: Piece) => boolean) => before.findLastIndex((one) => isObject(one) && isIt(one))
  if (typeof index === "number") return last((one) => one.index === index)
  if (id) return last((one) => one.id === id)
  return isObject(called) && !called.name ? before.length - 1 : -1
}

type Piece = Readonly<Record<string, unknown>>
