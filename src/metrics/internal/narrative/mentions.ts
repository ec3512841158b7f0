/**
 * Which recorded calls a text does not mention. A call is mentioned if every salient word of its tool's name is in the
 * text, in any inflection and anywhere: in quotations, in code, and as part of another name.
 */
import type { ToolCall } from "../../../domain/Trace.ts"
import { unprefixedName } from "../toolCalls.ts"
import { humps, parts, words } from "./parts.ts"
import { stem } from "./stem.ts"

/** The least length of a salient word. */
const SALIENT = 3

export const unmentioned = (calls: ReadonlyArray<ToolCall>, text: string): ReadonlyArray<number> => {
  const names = new Map<string, ReadonlyArray<string>>()
  for (const call of calls) if (!names.has(call.name)) names.set(call.name, salient(call))
  const found = mentioned(text, new Set([...names.values()].flat()))
  const silent = new Set<string>()
  for (const [name, asked] of names) if (asked.length === 0 || !asked.every((word) => found.has(word))) silent.add(name)
  return silent.size === 0 ? [] : [...calls.keys()].filter((index) => silent.has(calls[index]!.name))
}

/** If all words of a name are short, all of them are salient. */
const salient = (call: ToolCall): ReadonlyArray<string> => {
  const all = parts(unprefixedName(call))
  const long = all.filter((part) => part.length >= SALIENT)
  return (long.length > 0 ? long : all).map(stem)
}

const mentioned = (text: string, wanted: ReadonlySet<string>): ReadonlySet<string> => {
  const initials = new Set(Array.from(wanted, (stemmed) => stemmed.charCodeAt(0)))
  const found = new Set<string>()
  const seen = new Set<string>()
  const find = (word: string): void => {
    const stemmed = stem(word)
    if (wanted.has(stemmed)) found.add(stemmed)
  }
  for (const word of words(text)) {
    // A stem begins with the same letter as its word, except for the word "y": most words need no stemming.
    const isLikely = word.length === 1 || initials.has(word.charCodeAt(0) | LOWER_CASE)
    if ((!isLikely && isPlain.test(word)) || seen.has(word)) continue
    seen.add(word)
    find(word)
    if (!isPlain.test(word)) for (const part of humps(word)) find(part)
    if (found.size === wanted.size) break
  }
  return found
}

/** The bit that tells a small letter of ASCII from a capital one. */
const LOWER_CASE = 32

/** One part, whose first letter is the only one that may be a capital. */
const isPlain = /^[A-Za-z][a-z]*$/
