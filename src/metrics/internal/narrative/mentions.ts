/**
 * Which recorded calls a text leaves out. A call is mentioned when every salient word of its tool's name is in the
 * text, in any inflection and anywhere: quotations and code count, and so do the parts of a name.
 */
import type { ToolCall } from "../../../domain/Trace.ts"
import { unprefixedName } from "../toolCalls.ts"
import { humps, parts, words } from "./parts.ts"
import { stem } from "./stem.ts"

const SALIENT = 3

export const unmentioned = (calls: ReadonlyArray<ToolCall>, text: string): ReadonlyArray<number> => {
  const names = calls.map(salient)
  const found = mentioned(text, new Set(names.flat()))
  const isMentioned = (name: ReadonlyArray<string>) => name.length > 0 && name.every((word) => found.has(word))
  return [...calls.keys()].filter((index) => !isMentioned(names[index]!))
}

/** A name of short words only is mentioned by those. */
const salient = (call: ToolCall): ReadonlyArray<string> => {
  const all = parts(unprefixedName(call))
  const long = all.filter((part) => part.length >= SALIENT)
  return (long.length > 0 ? long : all).map(stem)
}

const mentioned = (text: string, wanted: ReadonlySet<string>): ReadonlySet<string> => {
  const initials = new Set(Array.from(wanted, initialOf))
  const found = new Set<string>()
  for (const word of words(text)) {
    const within = humps(word)
    for (const part of within.length > 1 ? [word, ...within] : within) {
      // Most words are told by their first letter: a stem begins as its word does, unless that is a lone "y".
      if (part.length > 1 && !initials.has(initialOf(part))) continue
      const stemmed = stem(part)
      if (wanted.has(stemmed)) found.add(stemmed)
    }
  }
  return found
}

const initialOf = (word: string): string => word.charAt(0).toLowerCase().charAt(0)
