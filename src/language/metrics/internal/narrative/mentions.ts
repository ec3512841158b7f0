/**
 * Which recorded calls a text does not mention. A call is mentioned if every salient word of its tool's name is in the
 * text, in any inflection and anywhere: in quotations, in code, and as part of another name.
 */
import type { ToolCall } from "../../../../base/domain/trace/Trace.ts"
import { humps, isPartAt } from "./parts.ts"
import type { ReadTool } from "./recorded.ts"
import { beginningsOf, stem } from "./stem.ts"

export const unmentioned = (
  calls: ReadonlyArray<ToolCall>,
  text: string,
  readTool: ReadTool
): ReadonlyArray<number> => {
  const small = text.toLowerCase()
  const known = new Map<string, boolean>()
  const isMentioned = (stemmed: string): boolean => {
    const before = known.get(stemmed)
    if (before !== undefined) return before
    const found = isIn(text, small, stemmed)
    known.set(stemmed, found)
    return found
  }
  const silent: Array<number> = []
  for (const [index, call] of calls.entries()) {
    const { salient } = readTool(call)
    if (salient.length === 0 || !salient.every(isMentioned)) silent.push(index)
  }
  return silent
}

/** Looks only at the words in which an inflection of the stem begins. */
const isIn = (text: string, small: string, stemmed: string): boolean =>
  // A letter beyond ASCII may have a longer small form, and then positions differ: every word is looked at.
  (small.length === text.length ? beginningsOf(stemmed) : [""]).some((beginning) => {
    let at = small.indexOf(beginning)
    while (at !== -1 && at < text.length) {
      let [start, end] = [at, at]
      while (isPartAt(text, start - 1)) start--
      while (isPartAt(text, end)) end++
      const word = text.slice(start, end)
      if (stem(word) === stemmed || humps(word).some((part) => stem(part) === stemmed)) return true
      at = small.indexOf(beginning, Math.max(end, at + 1))
    }
    return false
  })
