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
  const names = calls.map(salient)
  const found = mentioned(text, new Set(names.flat()))
  const isMentioned = (name: ReadonlyArray<string>) => name.length > 0 && name.every((word) => found.has(word))
  return [...calls.keys()].filter((index) => !isMentioned(names[index]!))
}

/** If all words of a name are short, all of them are salient. */
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
      // A stem begins with the same letter as its word, except for the word "y": most words need no stemming.
      if (part.length > 1 && !initials.has(initialOf(part))) continue
      const stemmed = stem(part)
      if (wanted.has(stemmed)) found.add(stemmed)
    }
  }
  return found
}

const initialOf = (word: string): string => word.charAt(0).toLowerCase().charAt(0)
